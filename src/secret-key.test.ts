import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withCtx } from '../test/database.ts'
import { createEncryptor } from './platform/token.ts'
import { findSecretKey } from './secret-key.ts'

const OWN = 'the key that the columns were encrypted with'

async function place() {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'shirube-key-'))
	onTestFinished(() => rm(dataDir, { recursive: true }))
	return dataDir
}

test('the first start makes a key, which the next ones find', () =>
	withCtx(async ({ db }) => {
		const settings = { secretKey: undefined, dataDir: await place(), isSecretKeyLost: false }
		const made = await findSecretKey(settings, db)
		expect(await findSecretKey(settings, db)).toBe(made)
		expect(await findSecretKey({ ...settings, secretKey: OWN }, db)).toBe(OWN)
	}))

test('a lost key is not replaced, nor another one accepted, until somebody says that it is lost', () =>
	withCtx(async ({ db, now }) => {
		const sealed = createEncryptor(OWN).encrypt('signing-key', '{}')
		await db.insertInto('signing_keys').values({ kid: 'a', public_jwk: '{}', sealed_private: sealed, created_at: now() }).execute()
		const settings = { secretKey: undefined, dataDir: await place(), isSecretKeyLost: false }
		await expect(findSecretKey(settings, db)).rejects.toThrow('secret.key is missing')
		expect(await readdir(settings.dataDir)).toEqual([])
		await expect(findSecretKey({ ...settings, secretKey: 'another key' }, db)).rejects.toThrow('another one')
		expect(await findSecretKey({ ...settings, secretKey: OWN }, db)).toBe(OWN)
		expect(await findSecretKey({ ...settings, isSecretKeyLost: true }, db)).toMatch(/^[\w-]{43}$/)
	}))
