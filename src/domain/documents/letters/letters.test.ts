import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import type { AccountsCtx } from '../../accounts/accounts-context.ts'
import { makeInquiry } from '../../inquiries/inquiries-for-test.ts'
import { as, makeMember, refusal } from '../../questions/questions-for-test.ts'
import type { Viewer } from '../../shared/context.ts'
import { withdrawFromDocuments } from '../document-personal.ts'
import { offerSchema, templateSchema } from './letter-schemas.ts'
import { builtInLetter, fillLetter, letterKinds } from './letter-texts.ts'
import {
	agreeToLetter,
	findLetterProof,
	hashOfText,
	offerLetter,
	readLetter,
	readLetters,
	revokeLetter,
	saveTemplate,
	withdrawLetter,
} from './letters.ts'

const body = '第1条（業務）\n甲は乙に確定申告書の作成を委託する。\n'.repeat(8).trim()
let keys = 0
const offer = (text = body) => ({ kind: 'service' as const, body: text, clientKey: `a-key-of-letters-${(keys += 1)}` })
/** A request of a viewer from an address. */
const from = (ctx: TestCtx, viewer: Viewer, block: string) => ({ ...as(ctx, viewer), caller: { block } }) as unknown as AccountsCtx

async function makeSides(ctx: TestCtx) {
	const made = await makeInquiry(ctx)
	return { ...made, office: from(ctx, made.expert, '192.0.2.1'), client: from(ctx, made.member, '198.51.100.7') }
}

test('both sides agree to the same text, with who, when and from where', () =>
	withCtx(async (ctx) => {
		const { id, office, client } = await makeSides(ctx)
		const given = offer()
		for (const _ of [1, 2]) await offerLetter(office, id, given)
		const [letter] = (await readLetters(client, id)).letters
		expect(letter).toMatchObject({ version: 1, state: 'offered', hash: hashOfText('業務委託契約書', body) })
		expect(await refusal(agreeToLetter(client, id, 'another'))).toBe('conflict')
		expect(await refusal(agreeToLetter(office, id, letter?.hash ?? ''))).toBe('forbidden')
		expect(await refusal(findLetterProof(ctx, letter?.code ?? ''))).toBe('not-found')
		for (const _ of [1, 2]) await agreeToLetter(client, id, letter?.hash ?? '')
		const agreed = (await readLetters(office, id)).letters
		expect(agreed).toHaveLength(1)
		expect(agreed[0]).toMatchObject({
			state: 'agreed',
			consents: [
				{ side: 'office', address: '192.0.2.1', hash: letter?.hash },
				{ side: 'user', name: '渡辺 さくら', address: '198.51.100.7', hash: letter?.hash },
			],
		})
		expect(await findLetterProof(ctx, letter?.code ?? '')).toEqual({
			title: '業務委託契約書',
			version: 1,
			hash: letter?.hash,
			state: 'agreed',
			agreedAt: ctx.now(),
			revokedAt: null,
		})
		const stranger = from(ctx, await makeMember(ctx, ['admin']), '203.0.113.1')
		expect(await refusal(readLetters(stranger, id))).toBe('not-found')
		expect(await refusal(readLetter(stranger, letter?.id ?? 0))).toBe('not-found')
		expect(await refusal(offerLetter(client, id, offer()))).toBe('forbidden')
	}))

test('a change is another version; the former one holds until the client agrees, and every version stays', () =>
	withCtx(async (ctx) => {
		const { id, office, client } = await makeSides(ctx)
		await offerLetter(office, id, offer())
		await agreeToLetter(client, id, hashOfText('業務委託契約書', body))
		const changed = `${body}\n第2条 報酬を改める。`
		await offerLetter(office, id, offer(`${changed}誤記`))
		await offerLetter(office, id, offer(changed))
		const states = async () => (await readLetters(client, id)).letters.map(({ version, state }) => `${version} ${state}`)
		expect(await states()).toEqual(['3 offered', '2 withdrawn', '1 agreed'])
		expect(await refusal(agreeToLetter(client, id, hashOfText('業務委託契約書', `${changed}誤記`)))).toBe('conflict')
		await agreeToLetter(client, id, hashOfText('業務委託契約書', changed))
		expect(await states()).toEqual(['3 agreed', '2 withdrawn', '1 replaced'])
		await withdrawLetter(office, id)
		for (const _ of [1, 2]) await revokeLetter(client, id, '事業を取りやめるため。')
		expect(await states()).toEqual(['3 revoked', '2 withdrawn', '1 replaced'])
		expect((await readLetters(office, id)).letters[0]).toMatchObject({ revokedBy: 'user', revokeReason: '事業を取りやめるため。' })
	}))

test('a letter begins with the office’s template, filled from the case', () =>
	withCtx(async (ctx) => {
		const { id, office } = await makeSides(ctx)
		const { draft, template } = await readLetters(office, id)
		expect(template?.isOwn).toBe(false)
		expect(draft?.body).toContain('渡辺 さくら（以下「甲」という。）')
		expect(draft?.body).toContain('＿＿＿＿')
		expect(offerSchema.safeParse({ ...draft, clientKey: 'a-key-of-the-letter' }).error?.issues[0]?.message).toContain('＿＿＿＿')
		await saveTemplate(office, id, { kind: 'mandate', body: `${body}\n{依頼者}と{事務所}は合意した。` })
		expect((await readLetters(office, id)).draft).toMatchObject({
			kind: 'mandate',
			isOwnTemplate: true,
			body: expect.stringMatching(/渡辺 さくらと/) as string,
		})
		await saveTemplate(office, id, null)
		expect((await readLetters(office, id)).template?.isOwn).toBe(false)
		expect(templateSchema.safeParse({ kind: 'service', body: `${body}{住所}` }).error?.issues[0]?.message).toContain(
			'{住所} は差し込めません',
		)
	}))

test('the built-in letters name no placeholder that is not filled, and the law of the profession', () => {
	const values = { 依頼者: 'A', 事務所: 'B', 代表者: 'C', 所在地: 'D', 業務: 'E', 報酬: 'F', 内訳: 'G', 実費: 'H', 見積書: 'I' }
	for (const slug of ['zeirishi', 'bengoshi', 'shindanshi', null] as const)
		for (const kind of letterKinds) expect(fillLetter(builtInLetter(slug, kind).body, values)).not.toMatch(/[{}]/)
	expect(builtInLetter('zeirishi')).toMatchObject({ kind: 'mandate', body: expect.stringContaining('税理士法第38条') as string })
	expect(builtInLetter('shindanshi').kind).toBe('service')
})

test('a letter stays with the other side when one leaves, and one that waits goes', () =>
	withCtx(async (ctx) => {
		const { id, office, client, member } = await makeSides(ctx)
		await offerLetter(office, id, offer())
		await agreeToLetter(client, id, hashOfText('業務委託契約書', body))
		await offerLetter(office, id, offer(`${body}\n第2条`))
		await withdrawFromDocuments(ctx, { id: member.kind === 'member' ? member.userId : '' })
		expect((await readLetters(office, id)).letters).toMatchObject([{ version: 1, state: 'agreed' }])
		const { rows } = await sql`select from letter_consents where user_id is null`.execute(ctx.db)
		expect(rows).toHaveLength(1)
	}))
