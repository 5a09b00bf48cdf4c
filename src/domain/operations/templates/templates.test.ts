import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { filesOf } from '../../../../test/source-files.ts'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import {
	defineMail,
	defineTexts,
	faultsOfWords,
	fillWords,
	mergeWords,
	paragraphsOf,
	writeText,
} from '../../accounts/mailing/mail-words.ts'
import { passwordResetMail, writeMail, writeWords } from '../../accounts/mails.ts'
import { staffOf } from '../../billing/billing-for-test.ts'
import { decisionMail } from '../../experts/registration-mails.ts'
import { refusal } from '../../questions/questions-for-test.ts'
import type { MailWords, OutgoingMail } from '../../shared/context.ts'
import { findTemplate, templateGroups } from './template-catalogue.ts'
import { reasonsOn } from './reason-words.ts'
import { getTemplate, previewOf, readEditedWords, restoreTemplate, saveTemplate, sendTestMail, wordsFrom } from './template-admin.ts'

const site = { name: 'しるべ', publicUrl: 'https://shirube.example' }
const key = 'expert.needs-fix'
const standard = findTemplate(key)?.words as MailWords
const save = async (ctx: TestCtx, words: Partial<MailWords>, version = 0) =>
	saveTemplate(await staffOf(ctx, 'support'), key, { words: { ...standard, ...words }, note: '言い回しを直しました', version })
const templates = templateGroups.flatMap((group) => [...group.templates])

describe('every template', () => {
	test('has a key of its own, and words that keep its own rules', () => {
		expect(new Set(templates.map((one) => one.key)).size).toBe(templates.length)
		expect(templates.length).toBeGreaterThan(150)
		expect(templates.filter((one) => Object.keys(faultsOfWords(one, one.words)).length > 0).map((one) => one.key)).toEqual([])
	})

	test('uses each of its variables, so that a sample shows all of them', () => {
		// A reason of a desk is offered every fact that its queue knows.
		const unused = templates
			.filter((one) => !one.key.startsWith('reason.'))
			.flatMap((one) =>
				Object.keys(one.samples).flatMap((name) =>
					Object.values(one.words).some((text) => text.includes(`{${name}}`)) ? [] : [`${one.key} ${name}`],
				),
			)
		expect(unused).toEqual([])
	})

	test('is in the catalogue: no room has sentences that staff cannot edit', () => {
		const rooms = filesOf('src/domain/**/*.ts')
			.filter((file) => !file.endsWith('.test.ts'))
			.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/defineTexts\('([\w-]+)'/g)].map(([, room]) => `text.${room}.`))
		expect(rooms.length).toBeGreaterThan(10)
		expect(rooms.filter((prefix) => !templates.some(({ key: one }) => one.startsWith(prefix)))).toEqual([])
	})

	test('leaves no variable unfilled', () => {
		for (const one of templates) {
			const { subject, text } = writeWords(site, one.words, one.samples, { url: 'https://shirube.example/x' })
			expect(`${subject}${text}`).not.toMatch(/[{}]/)
		}
	})
})

describe('words that staff type', () => {
	const template = defineMail({
		key: 'test',
		label: '試験',
		samples: { 理由: '例', 期日: '例' },
		required: ['理由'],
		words: { subject: '件名', heading: '見出し', body: '理由：{理由}', button: 'ボタン', after: '{期日}まで' },
	})
	const faults = (words: Partial<MailWords>) => Object.keys(faultsOfWords(template, { ...template.words, ...words }))

	test('are refused without a required variable, with an unknown one, without a subject and over their length', () => {
		expect(faults({ body: '理由はお伝えできません。' })).toEqual(['body'])
		expect(faults({ subject: '{お名前}さまへ' })).toEqual(['subject'])
		expect(faults({ body: '{理由} {閉じ忘れ' })).toEqual(['body'])
		expect(faults({ subject: '', button: '' })).toEqual(['subject', 'button'])
		expect(faults({ after: 'あ'.repeat(801) })).toEqual(['after'])
		expect(faults({ heading: '{サイト名}からのお願い', after: '' })).toEqual([])
	})

	test('are filled once: a value that looks like a variable stays as it is, and is never markup', () => {
		expect(fillWords('{理由}と{期日}', { 理由: '{期日}', 期日: '<b>' })).toBe('{期日}と<b>')
		expect(writeMail(site, template, { 理由: '<script>', 期日: 'x' }).html).not.toContain('<script>')
		expect(paragraphsOf('一\n\n 二 \n')).toEqual(['一', '二'])
	})

	test('are merged with what a release changes, part by part', () => {
		const base = template.words
		const own = { ...base, subject: '新しい件名', heading: '新しい見出し' }
		const release = { ...template, words: { ...base, heading: '次の見出し', after: '次の文' } }
		expect(mergeWords(release, { own, base })).toEqual({
			words: { ...base, subject: '新しい件名', heading: '新しい見出し', after: '次の文' },
			conflicts: ['heading'],
			isFallback: false,
		})
	})

	test('give way to those of the code when a release asks for a variable that they lack', () => {
		const own = { ...template.words, after: '' }
		const release = { ...template, required: ['理由', '期日'] as const }
		expect(mergeWords(release, { own, base: template.words })).toMatchObject({ words: template.words, isFallback: true })
	})
})

test('an edit is sent from the next mail on, and the words of the code again once it is taken back', () =>
	withCtx(async (ctx) => {
		const subject = async () =>
			decisionMail({ ...site, mailWords: wordsFrom(await readEditedWords(ctx)) }, { state: 'needs_fix', reason: '写しが暗い', expertId: 1 })
		await save(ctx, { subject: '書類の撮り直しのお願い' })
		expect(await subject()).toMatchObject({
			subject: '【しるべ】書類の撮り直しのお願い',
			text: expect.stringContaining('写しが暗い') as string,
		})
		expect(passwordResetMail({ ...site, mailWords: wordsFrom(await readEditedWords(ctx)) }, 'https://shirube.example/x').subject).toContain(
			'パスワードの再設定',
		)
		await restoreTemplate(await staffOf(ctx, 'support'), key, { from: null, version: 1 })
		expect((await subject()).subject).toBe('【しるべ】専門家登録の申請について、修正のお願い')
	}))

test('versions are kept and restored, and of two people who save at once the second is told', () =>
	withCtx(async (ctx) => {
		const staff = await staffOf(ctx, 'support')
		await save(ctx, { subject: '一つめ' })
		await save(ctx, { subject: '二つめ' }, 1)
		expect(await refusal(save(ctx, { subject: '三つめ' }, 1))).toBe('conflict')
		await restoreTemplate(staff, key, { from: 1, version: 2 })
		const found = await getTemplate(staff, key)
		expect([found.words.subject, found.version, found.state]).toEqual(['一つめ', 3, 'edited'])
		expect(found.versions.map(({ version }) => version)).toEqual([3, 2, 1])
		expect(await refusal(saveTemplate(await staffOf(ctx, 'editor'), key, { words: standard, note: '', version: 3 }))).toBe('forbidden')
		expect(await refusal(save(ctx, { body: '理由はお伝えできません。' }, 3))).toBe('invalid')
	}))

test('a test mail goes to the own proved address alone', () =>
	withCtx(async (ctx) => {
		const mails: OutgoingMail[] = []
		const staff = { ...(await staffOf(ctx, 'support')), enqueueMail: async (_db: unknown, mail: OutgoingMail) => void mails.push(mail) }
		await sendTestMail(staff, key, standard)
		expect(mails).toEqual([])
		await ctx.db
			.insertInto('identities')
			.values({ uid: staff.viewer.uid, email: 'support@example.com', email_verified_at: ctx.now(), created_at: ctx.now() })
			.execute()
		await sendTestMail(staff, key, standard)
		expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
			['support@example.com', '（試し）【しるべ】専門家登録の申請について、修正のお願い'],
		])
	}))

describe('sentences of the site', () => {
	const { done } = defineTexts('test', { done: ['試験', '{名前}さんの「{件名}」が終わりました。', { 名前: '見本', 件名: '相談' }] })
	const faults = (words: Partial<MailWords>) => Object.keys(faultsOfWords(done, { ...done.words, ...words }))

	test('are one line with every variable and no part of a mail', () => {
		expect(faults({})).toEqual([])
		expect(faults({ body: '「{件名}」が終わりました。（{サイト名}、{名前}）' })).toEqual([])
		expect(faults({ body: '「{件名}」が終わりました。' })).toEqual(['body'])
		expect(faults({ body: '{名前}{件名}{ほか}' })).toEqual(['body'])
		expect(faults({ body: '{名前}\n{件名}' })).toEqual(['body'])
		expect(faults({ body: `{名前}{件名}${'あ'.repeat(300)}` })).toEqual(['body'])
		expect(faults({ subject: '件名', button: '押す' }).toSorted()).toEqual(['button', 'subject'])
	})

	test('are written in the words that staff gave them, and shown with samples before', () =>
		withCtx(async (ctx) => {
			const sentence = findTemplate('text.expert.changeVerified')
			if (!sentence) throw new Error('no template')
			const words = { ...sentence.words, body: '{資格}の確認が終わりました（{サイト名}）。' }
			const staff = await staffOf(ctx, 'support')
			expect(previewOf(staff, sentence.key, words)).toEqual({ sentence: `税理士の確認が終わりました（${staff.site.name}）。` })
			expect(await refusal(sendTestMail(staff, sentence.key, words))).toBe('invalid')
			await saveTemplate(staff, sentence.key, { words, note: '', version: 0 })
			const edited = { ...site, mailWords: wordsFrom(await readEditedWords(ctx)) }
			expect(writeText(edited, sentence, { 資格: '弁護士' })).toBe('弁護士の確認が終わりました（しるべ）。')
			expect(writeText(site, sentence, { 資格: '弁護士' })).toBe('弁護士の確認が終わり、専門家のページに載りました。')
		}))

	test('a reason of a desk takes only the facts that its queue knows of an item', () =>
		withCtx(async (ctx) => {
			const staff = await staffOf(ctx, 'support')
			const change = (id: string, body: string) => {
				const template = findTemplate(id)
				if (!template) throw new Error('no template')
				return saveTemplate(staff, id, { words: { ...template.words, body }, note: '', version: 0 })
			}
			expect(await refusal(change('reason.reports.ok', '{氏名}様の報告を確認しました。'))).toBe('invalid')
			expect(await refusal(change('reason.contacts.thanks', '{氏名}様、番号{番号}のお問い合わせを受け付けました。'))).toBe('invalid')
			await change('reason.contacts.thanks', '{氏名}様、{サイト名}へのお問い合わせをありがとうございます。')
			const reasons = reasonsOn({ ...site, mailWords: wordsFrom(await readEditedWords(ctx)) }, 'contacts')
			expect(reasons.find(({ id }) => id === 'thanks')?.body).toBe('{氏名}様、しるべへのお問い合わせをありがとうございます。')
		}))
})
