/** Aborts the start. Its message is one complete sentence for the person at the terminal. */
export class StartError extends Error {
	constructor(sentence: string, cause?: unknown) {
		super(sentence, { cause })
		this.name = 'StartError'
	}
}

/** Returns one sentence for whatever went wrong while `folder` was being used, known causes with their remedy. */
export function explain(error: unknown, folder: string): string {
	const text = error instanceof Error ? `${codeOf(error)} ${error.message}` : String(error)
	if (isDiskFull(error)) return `The disk that holds ${folder} is full: free some space and start again.`
	if (/EROFS|Read-only file system/.test(text))
		return `${folder} is on a read-only file system: set DATA_DIR to a folder that can be written.`
	// Node reports a read-only parent folder as a missing one.
	if (/ENOENT.*mkdir/.test(text)) return `${folder} cannot be created: set DATA_DIR to a folder that can be written.`
	if (/EACCES|EPERM|Permission denied|Operation not permitted/.test(text))
		return `No permission to use ${folder}: start as the user who owns it, or set DATA_DIR to another folder.`
	if (/ENOTDIR|EEXIST|Not a directory/.test(text))
		return `${folder} cannot be used because a file is in the way: set DATA_DIR to another folder.`
	if (/Cannot allocate memory|ENOMEM|could not (?:create|map) (?:anonymous )?shared memory/.test(text))
		return 'There is too little memory for PostgreSQL: about 200 MB must be free.'
	const library = /loading shared libraries: ([^:\s]+)/.exec(text)?.[1] ?? /GLIBC_[\d.]+/.exec(text)?.[0]
	if (library) return `The embedded PostgreSQL cannot run here because ${library} is missing: set DATABASE_URL to a PostgreSQL of your own.`
	const fatal = [...text.matchAll(/(?:FATAL|PANIC|error):\s+(.+)/g)].at(-1)?.[1]
	return `PostgreSQL in ${folder} did not start: ${(fatal ?? text.trim().split('\n').at(-1) ?? 'no reason given').replace(/\.$/, '')}.`
}

/** Returns one sentence for the failure of a start or script. An unexpected cause is named, without its stack. */
export function sentenceOf(error: unknown): string {
	if (isDiskFull(error)) return 'The disk is full: free some space, or set DATA_DIR to a folder on another disk, and start again.'
	const right = chainOf(error).find((one) => codeOf(one) === '42501')
	if (right)
		return `The database refuses its user something that the site needs (${right.message}): let that user create schemas and tables in it.`
	if (error instanceof StartError) return error.message
	return `An unexpected error came up (${error instanceof Error ? error.message || codeOf(error) : String(error)}); LOG_LEVEL=debug shows where.`
}

/** Returns one sentence for a database of DATABASE_URL that could not be opened. */
export function explainOutside(error: unknown): string {
	const code = error instanceof Error ? codeOf(error) : ''
	if (code === '28P01' || code === '28000') return 'The database of DATABASE_URL refuses this user or password.'
	if (code === '3D000') return 'The database named in DATABASE_URL does not exist.'
	return `The database of DATABASE_URL cannot be reached (${error instanceof Error ? error.message || code : String(error)}).`
}

/** Returns whether a file system or a database said so, in an error or in the text of one. */
export function isDiskFull(error: unknown): boolean {
	const text =
		error instanceof Error
			? chainOf(error)
					.map((one) => `${codeOf(one)} ${one.message}`)
					.join('\n')
			: String(error)
	return /ENOSPC|EDQUOT|53100|No space left on device|Disk quota exceeded/.test(text)
}

/** The code of an error of Node or PostgreSQL; '' for any other. */
export function codeOf(error: unknown): string {
	return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** An error and what caused it. */
function chainOf(error: unknown): Error[] {
	return error instanceof Error ? [error, ...chainOf(error.cause)] : []
}
