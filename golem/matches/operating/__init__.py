"""The operators' pages within the admin: how the clocks stand, and every act by form."""
