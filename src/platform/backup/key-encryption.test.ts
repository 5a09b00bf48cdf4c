import { Decrypter } from 'age-encryption'
import { expect, test } from 'vitest'
import { encryptKey } from './key-encryption.ts'

test('the key of a backup is encrypted beside what the process does, and its passphrase opens it', async () => {
	let turns = 0
	const counting = setInterval(() => (turns += 1), 1)
	const file = await encryptKey({ secretKey: 'a secret key', passphrase: 'correct horse battery staple' })
	clearInterval(counting)
	expect(turns).toBeGreaterThan(20)

	const decrypter = new Decrypter()
	decrypter.addPassphrase('correct horse battery staple')
	expect(await decrypter.decrypt(file, 'text')).toBe('a secret key')
})
