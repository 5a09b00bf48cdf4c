import { readFile } from 'node:fs/promises'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createShirube, type Schema } from '../clients/typescript/src/index.ts'
import { createV1 } from '../src/api/v1.ts'
import { makeOwner, tokenInput } from '../src/domain/developers/developers-for-test.ts'
import { createToken } from '../src/domain/developers/tokens.ts'
import { type TestCtx, withCtx } from '../test/database.ts'
import { apiDocument, DOCUMENT_FILE, TYPES_FILE, typesHead } from './api-client.ts'

test('the client is of the API as it is (else run `npm run api:client`)', async () => {
	const document = apiDocument()
	expect(await readFile(DOCUMENT_FILE, 'utf8')).toBe(document)
	expect((await readFile(TYPES_FILE, 'utf8')).split('\n', 1)).toEqual([typesHead(document)])
})

function clientOf(ctx: TestCtx, token?: string) {
	const v1 = createV1({ config: { siteName: 'しるべ', publicUrl: 'https://shirube.example' }, log: pino({ level: 'silent' }), ctx })
	return createShirube({
		origin: 'https://shirube.example',
		...(token === undefined ? {} : { token }),
		fetch: async (request) => v1.fetch(request, { address: '203.0.113.7' }),
	})
}

test('it reads what is public, and what is its account’s with a token', () =>
	withCtx(async (ctx) => {
		const { owner, officeId } = await makeOwner(ctx)
		const anyone = clientOf(ctx)
		const { data: prefectures } = await anyone.GET('/api/v1/areas/prefectures')
		expect(prefectures).toHaveLength(47)
		const { data: office } = await anyone.GET('/api/v1/offices/{id}', { params: { path: { id: officeId } } })
		expect(office satisfies Schema<'Office'> | undefined).toMatchObject({ id: officeId })
		const refused = await anyone.GET('/api/v1/me/offices')
		expect([refused.response.status, refused.error]).toMatchObject([401, { code: 'api/token-required' }])
		const token = await createToken(await owner(), tokenInput({ scopes: ['read:offices'] }), null)
		const { data: offices } = await clientOf(ctx, token).GET('/api/v1/me/offices')
		expect(offices).toMatchObject([{ id: officeId, role: 'owner' }])
	}))

test('what is not there is a problem with its code, and no exception', () =>
	withCtx(async (ctx) => {
		const { error, response } = await clientOf(ctx).GET('/api/v1/areas/postal-codes/{postalCode}', {
			params: { path: { postalCode: '0' } },
		})
		expect([response.status, error]).toMatchObject([404, { code: 'not-found' }])
	}))
