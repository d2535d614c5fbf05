"""Alembic's own entry: the connection comes from `grognard.store.migrate`, which runs the steps in one transaction."""

from alembic import context

from grognard.store.schema import tables

context.configure(connection=context.config.attributes["connection"], target_metadata=tables, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
