import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** What a release says of itself in `release.json`. */
export type ReleaseFile = {
	version: string
	/** Hash of the sources of the site's bundles. */
	build: string
	/** Hash of what decides about the content: the sources themselves are not in a release. */
	content: string
}

/** Null in a checkout. */
export async function readReleaseFile(root: string): Promise<ReleaseFile | null> {
	const text = await readFile(path.join(root, 'release.json'), 'utf8').catch(() => null)
	return text === null ? null : (JSON.parse(text) as ReleaseFile)
}
