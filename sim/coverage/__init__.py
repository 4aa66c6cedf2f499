"""How much of the rule books is proven: computed from scenarios that pass, and that fail without the rule."""
