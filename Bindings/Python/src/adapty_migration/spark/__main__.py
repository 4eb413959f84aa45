"""`python -m adapty_migration.spark …`, and the file that spark-submit is given."""

import sys

from adapty_migration.spark.cli import main

sys.exit(main())
