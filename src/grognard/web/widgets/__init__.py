"""Parts of any page: popups, forms, toasts, dice faces, progress bars, error pages."""
