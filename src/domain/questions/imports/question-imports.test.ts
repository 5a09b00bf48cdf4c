import { expect, test } from 'vitest'
import { type TestCtx, withCtx } from '../../../../test/database.ts'
import { domainErrorOf } from '../../../../test/domain-errors.ts'
import { makeExpert } from '../../../../test/factories.ts'
import { testSite } from '../../accounts/accounts-for-test.ts'
import { readAnswerExport } from './answer-export.ts'
import { planQuestions, toOwnMarkdown } from './question-imports.ts'
import { importQuestions } from './writing-imports.ts'

const BODY = '個人事業を始めて半年です。はじめての確定申告で、何から準備すればよいか分かりません。手順を教えてください。'
const ANSWER =
	'まず、売上と経費の記録をそろえてください。次に、控除の証明書を集め、申告書を作成します。迷う点は税務署の相談窓口でも確認できます。'

const question = {
	id: '10010000000000001',
	created_at: '2024-02-01 03:00:00',
	user_id: '1',
	title: '確定申告の準備は何から始めますか',
	original_text: `## 相談\n${BODY}\n\n![画面](https://qa.example/a.png)`,
	status: '1',
	show: '1',
	accepted_answer_id: '10020000000000002',
}
const answer = {
	id: '10020000000000002',
	created_at: '2024-02-02 04:00:00',
	user_id: '2',
	question_id: question.id,
	original_text: ANSWER,
	status: '1',
	accepted: '2',
}
const users = [
	{ id: '1', e_mail: 'asker@example.com' },
	{ id: '2', e_mail: 'expert@example.com' },
]
const options = { source: 'https://qa.example', categoryId: 5, stage: 'sole' } as const

const json = (tables: Record<string, unknown>) => readAnswerExport([{ name: 'export.json', text: JSON.stringify(tables) }])
const exported = (values: { question?: object; answer?: object } = {}) =>
	json({ question: [{ ...question, ...values.question }], answer: [{ ...answer, ...values.answer }], user: users })

async function people(ctx: TestCtx) {
	const site = testSite(ctx)
	const asker = await site.account('asker@example.com')
	const expert = await site.account('expert@example.com')
	return { askerId: asker.docId, expertId: await makeExpert(ctx, { user_id: expert.docId }) }
}

test('dumps of MySQL and PostgreSQL, JSON and CSV give the same rows', () => {
	const columns = ['id', 'created_at', 'user_id', 'title', 'original_text', 'status'] as const
	const values = { ...question, original_text: `一行目\n「'引用'」\tと\\` }
	const row = Object.fromEntries(columns.map((column) => [column, values[column]]))
	const mysql = `-- MySQL dump 10.13
CREATE TABLE \`question\` (\n  \`id\` bigint NOT NULL DEFAULT '0',\n  \`created_at\` timestamp NULL,\n  \`user_id\` bigint,\n  \`title\` varchar(150) DEFAULT 'a,b',\n  \`original_text\` mediumtext,\n  \`status\` int,\n  PRIMARY KEY (\`id\`),\n  KEY \`IDX\` (\`user_id\`)\n) ENGINE=InnoDB;
/*!40000 ALTER TABLE \`question\` DISABLE KEYS */;
INSERT INTO \`site_info\` VALUES (1,'x; INSERT INTO question');
INSERT INTO \`question\` VALUES (${values.id},'${values.created_at}',1,'${values.title}','一行目\\n「\\'引用\\'」\\tと\\\\',1);`
	const postgres = `--\n-- PostgreSQL database dump\n--\nCOPY public.version (id) FROM stdin;\n1\n\\.\n
COPY public.question (${columns.join(', ')}) FROM stdin;\n${values.id}\t${values.created_at}\t1\t${values.title}\t一行目\\n「'引用'」\\tと\\\\\t1\n\\.\n`
	const inserts = `INSERT INTO public.question (${columns.join(', ')}) VALUES (${values.id}, '${values.created_at}', 1, '${values.title}', '一行目\n「''引用''」\tと\\', 1);`
	for (const text of [mysql, postgres, inserts]) expect(readAnswerExport([{ name: 'dump.sql', text }]).question).toEqual([row])
	expect(
		readAnswerExport([{ name: 'question.json', text: `[${JSON.stringify(row).replace(`"${values.id}"`, values.id)}]` }]).question,
	).toEqual([row])
	const cells = columns.map((column) => `"${row[column] ?? ''}"`).join(',')
	expect(readAnswerExport([{ name: 'question.csv', text: `${columns.join(',')}\n${cells}\n` }]).question).toEqual([row])
})

test('files without questions or without a column are refused with what is missing', async () => {
	const refusal = async (name: string, text: string) =>
		(await domainErrorOf(Promise.resolve().then(() => readAnswerExport([{ name, text }])))).sentences
	expect(await refusal('a.json', '{"user":[]}')).toContain('質問')
	expect(await refusal('question.json', '[{"id":"1"}]')).toContain('「title」')
	expect(await refusal('a.json', '{')).toContain('JSON')
	expect(await refusal('a.xlsx', '')).toContain('SQL・JSON・CSV')
})

test('headings, pictures and code of the export become plain text of our subset', () => {
	expect(toOwnMarkdown(question.original_text)).toEqual({ body: `相談\n${BODY}`, images: ['https://qa.example/a.png'] })
	expect(toOwnMarkdown('```js\nx\n```\n一<b>二</b><br>三').body).toBe('x\n\n一二\n三')
})

test('a question is imported with its date, its answer and the accepted one, once, and nobody is notified', () =>
	withCtx(async (ctx) => {
		const { askerId, expertId } = await people(ctx)
		const before = await ctx.db
			.selectFrom('pending_events')
			.select((eb) => eb.fn.countAll<string>().as('count'))
			.executeTakeFirstOrThrow()
		const planned = await planQuestions(ctx, exported(), options)
		expect(planned).toMatchObject([
			{ outcome: 'new', askerId, notes: [expect.stringContaining('https://qa.example/a.png')], answers: [{ outcome: 'new' }] },
		])
		expect(await importQuestions(ctx, options.source, planned)).toEqual({ questions: 1, answers: 1, refused: [] })
		expect(await importQuestions(ctx, options.source, planned)).toEqual({ questions: 0, answers: 0, refused: [] })
		expect(await planQuestions(ctx, exported(), options)).toMatchObject([{ outcome: 'known', answers: [] }])
		const row = await ctx.db
			.selectFrom('questions as q')
			.innerJoin('answers as a', 'a.id', 'q.best_answer_id')
			.select([
				'q.state',
				'q.is_anonymous',
				'q.answer_count',
				'q.created_at',
				'q.resolved_at',
				'a.expert_id',
				'a.created_at as answered_at',
				'a.law_as_of',
			])
			.where('q.title', '=', question.title)
			.executeTakeFirstOrThrow()
		const answeredAt = new Date('2024-02-02T04:00:00Z')
		expect(row).toEqual({
			state: 'resolved',
			is_anonymous: true,
			answer_count: 1,
			created_at: new Date('2024-02-01T03:00:00Z'),
			resolved_at: answeredAt,
			expert_id: expertId,
			answered_at: answeredAt,
			law_as_of: '2024-02-02',
		})
		expect(
			await ctx.db
				.selectFrom('pending_events')
				.select((eb) => eb.fn.countAll<string>().as('count'))
				.executeTakeFirstOrThrow(),
		).toEqual(before)
	}))

test('what our forms would not take is refused with the reason', () =>
	withCtx(async (ctx) => {
		await people(ctx)
		const noteOf = async (values: Parameters<typeof exported>[0], more: object = {}) => {
			const [planned] = await planQuestions(ctx, exported(values), { ...options, ...more })
			return planned?.notes[0] ?? planned?.answers[0]?.notes[0]
		}
		expect(await noteOf({ question: { status: '10' } })).toContain('削除')
		expect(await noteOf({ question: { original_text: '短い' } })).toContain('30文字以上')
		expect(await noteOf({ question: { original_text: `${BODY} 電話は090-1234-5678です。` } })).toContain('元のサイトで直して')
		expect(await noteOf({}, { categoryId: null })).toContain('--category')
		expect(await noteOf({ question: { original_text: BODY }, answer: { user_id: '1' } })).toContain('専門家')
		expect(await noteOf({ question: { original_text: BODY }, answer: { original_text: '短い' } })).toContain('50文字以上')
		expect(await noteOf({ question: { created_at: '2999-01-01' } })).toContain('日時')
	}))
