"""`python -m adapty_migration.spark …`, and the file for spark-submit."""

import sys

from adapty_migration.spark.cli import main

sys.exit(main())
