import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { programPath } from '../source-path.ts'

export type KeyToEncrypt = { secretKey: string; passphrase: string }

/**
 * Returns the key as an age file, which `age -d` opens too. Deriving a key from the passphrase takes a second or two of processor time,
 * so it runs in a worker thread while this one serves pages.
 */
export async function encryptKey(key: KeyToEncrypt): Promise<Uint8Array> {
	const worker = new Worker(pathToFileURL(programPath('src/platform/backup/key-thread')), { workerData: key })
	try {
		const [file] = (await once(worker, 'message')) as [Uint8Array]
		return file
	} finally {
		await worker.terminate()
	}
}
