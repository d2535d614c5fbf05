"""Operation Causeway: the landing on Formosa that was planned for 1945 and never made."""
