import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { programPath } from '../source-path.ts'

export type KeyToEncrypt = { secretKey: string; passphrase: string }

/**
 * Returns the key as an age file, which `age -d` opens too. What protects the passphrase takes the processor for a second or two: in a
 * thread of its own, while this one serves pages.
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
