/** Ends the start. Its message is one whole sentence for the person at the terminal. */
export class StartError extends Error {
	constructor(sentence: string, cause?: unknown) {
		super(sentence, { cause })
		this.name = 'StartError'
	}
}

/** One sentence for whatever went wrong while `folder` was being used, known causes with their remedy. */
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

/** Whether a file system or a database said so, in an error or in the text of one. */
export function isDiskFull(error: unknown): boolean {
	const text = error instanceof Error ? `${codeOf(error)} ${error.message}` : String(error)
	return /ENOSPC|EDQUOT|53100|No space left on device|Disk quota exceeded/.test(text)
}

function codeOf(error: Error): string {
	return 'code' in error ? String(error.code) : ''
}
