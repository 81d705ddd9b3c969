# Printed by `npm run docs:routes`. Do not edit.
__version__ = "0.1.0"
