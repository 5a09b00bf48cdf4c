import packageFile from '../../package.json' with { type: 'json' }

/** The version of this release, as Semantic Versioning has it. */
export const VERSION = packageFile.version
