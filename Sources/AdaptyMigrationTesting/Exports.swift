// Re-exports what a test needs beside the golden files: the options, the models and the converter.
@_exported import AdaptyMigrationTools
