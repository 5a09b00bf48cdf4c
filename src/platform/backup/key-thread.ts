import { parentPort, workerData } from 'node:worker_threads'
import { Encrypter } from 'age-encryption'
import type { KeyToEncrypt } from './key-encryption.ts'

/** The program of the thread that encrypts the key of a backup (see `key-encryption.ts`). */
const { secretKey, passphrase } = workerData as KeyToEncrypt
const encrypter = new Encrypter()
encrypter.setPassphrase(passphrase)
// A thread's port takes no origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await encrypter.encrypt(secretKey))
