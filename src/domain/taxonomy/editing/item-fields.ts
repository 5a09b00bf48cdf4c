import { professions, subQualifications } from '../attributes.ts'
import type { PartKind } from '../task-parts.ts'
import type { Faq, FeeBasis, ToolKind } from '../types.ts'

/** The kinds of items of the taxonomy that staff edit, and the fields of each. Pure: forms show them, the server checks them. */

export const itemKinds = ['category', 'task', 'part', 'useCase', 'tool'] as const
export type ItemKind = (typeof itemKinds)[number]

export const itemKindLabels: Readonly<Record<ItemKind, string>> = {
	category: 'カテゴリー',
	task: '業務',
	part: '業務の部分',
	useCase: '活用例',
	tool: '道具',
}

export const isItemKind = (text: string): text is ItemKind => itemKinds.some((kind) => kind === text)

/** Names an item: of a category, task or part its id, of a use case `task/position`, of a tool its slug. */
export type ItemName = { kind: ItemKind; key: string }

export type FieldValue = string | number | boolean | null | readonly string[] | readonly Faq[]
export type Fields = Readonly<Record<string, FieldValue>>

export type FieldType =
	| 'line'
	| 'text'
	/** Paragraphs, divided by a blank line. */
	| 'paragraphs'
	/** One entry in each line. */
	| 'lines'
	/** Questions, each with its answer in the lines below it, divided by a blank line. */
	| 'faq'
	| 'number'
	| 'date'
	| 'url'
	| 'choice'
	| 'flag'
	/** Several of a list, in the order in which they were before. */
	| 'choices'

export type ItemField = {
	name: string
	label: string
	type: FieldType
	hint?: string
	/** Of a text: how long it may be. Of lines and paragraphs: each of them. */
	max?: number
	/** May be left empty. */
	optional?: true
	choices?: readonly { value: string; label: string }[]
}

const feeBases = {
	per_case: '1件あたり',
	monthly: '月額',
	hourly: '1時間あたり',
	percentage: '割合（％）',
} satisfies Record<FeeBasis, string>
const partKinds = {
	advice: '相談・助言',
	drafting: '書類の作成',
	agency: '手続きの代行',
	representation: '代理・交渉',
	registration: '登記',
	appraisal: '鑑定・評価',
	work: 'そのほかの作業',
} satisfies Record<PartKind, string>
const toolKinds = { public: '公的', saas: 'サービス', calculator: '計算', template: 'ひな形' } satisfies Record<ToolKind, string>

const choicesOf = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

const name = (max: number): ItemField => ({ name: 'name', label: '名前', type: 'line', max })
const kana: ItemField = { name: 'kana', label: '読み', type: 'line', max: 80, hint: 'ひらがなで書きます。' }
const synonyms: ItemField = {
	name: 'synonyms',
	label: '別の言い方',
	type: 'lines',
	max: 30,
	optional: true,
	hint: '1行に1つ。検索と入力の候補で、この言葉でも見つかります。',
}
const position: ItemField = { name: 'position', label: '並び順', type: 'number', hint: '小さいほど先に並びます。' }

/** Professions that may do a part, each alone or with a sub-qualification: `zeirishi`, `kaikeishi+zeirishi-registration`. */
export const grantName = (professionId: number, subQualificationId: number | null): string => {
	const profession = professions[professionId - 1]?.slug ?? ''
	return subQualificationId === null ? profession : `${profession}+${subQualifications[subQualificationId - 1]?.slug ?? ''}`
}

export const grantLabel = (grant: string): string => {
	const [profession = '', sub] = grant.split('+')
	const holder = professions.find(({ slug }) => slug === profession)?.name ?? profession
	return sub === undefined ? holder : `${holder}（${subQualifications.find(({ slug }) => slug === sub)?.name ?? sub}）`
}

export const itemFields: Readonly<Record<ItemKind, readonly ItemField[]>> = {
	category: [
		name(40),
		kana,
		{ name: 'summary', label: '要約', type: 'text', max: 200 },
		{ name: 'body', label: '説明', type: 'paragraphs', max: 1_000, hint: '段落のあいだに空の行を入れます。' },
		synonyms,
		position,
	],
	task: [
		name(40),
		kana,
		synonyms,
		{ name: 'summary', label: '要約', type: 'text', max: 300 },
		{ name: 'body', label: '説明', type: 'paragraphs', max: 1_000, hint: '段落のあいだに空の行を入れます。' },
		{
			name: 'professions',
			label: '担う専門家',
			type: 'choices',
			choices: professions.map(({ slug, name: label }) => ({ value: slug, label })),
			hint: '紹介文に表示する資格です。だれが行えるかは「業務の部分」で決まります。',
		},
		{ name: 'feeBasis', label: '費用の数え方', type: 'choice', choices: choicesOf(feeBases) },
		{ name: 'feeMin', label: '費用の目安（下限）', type: 'number' },
		{ name: 'feeMax', label: '費用の目安（上限）', type: 'number' },
		{ name: 'feeNote', label: '費用の説明', type: 'text', max: 300 },
		{ name: 'leadTime', label: '期間の目安', type: 'line', max: 60 },
		{ name: 'documents', label: '用意するもの', type: 'lines', max: 100, optional: true, hint: '1行に1つ。' },
		{
			name: 'faq',
			label: 'よくある質問',
			type: 'faq',
			max: 600,
			optional: true,
			hint: '1行目に質問、次の行から答え。質問と質問のあいだに空の行を入れます。',
		},
		{
			name: 'validUntil',
			label: '内容の期限',
			type: 'date',
			optional: true,
			hint: '年度で変わる制度の業務だけに入れます。過ぎるとページに表示し、点検の一覧に出します。',
		},
		{ name: 'tools', label: '道具', type: 'lines', max: 100, optional: true, hint: '道具の短い名前（アドレスの名前）を、1行に1つ。' },
		position,
	],
	part: [
		name(60),
		{ name: 'kind', label: '仕事の種類', type: 'choice', choices: choicesOf(partKinds) },
		{ name: 'law', label: '独占を定める法律', type: 'choice', optional: true },
		{ name: 'grants', label: '行える資格', type: 'choices', optional: true, hint: '法律のない部分は、だれでも行えます。' },
		{ name: 'note', label: '法律の読み方のメモ', type: 'text', max: 500, optional: true },
	],
	useCase: [
		{ name: 'title', label: '題名', type: 'line', max: 60 },
		{ name: 'persona', label: 'だれの例か', type: 'line', max: 60 },
		{ name: 'before', label: '困っていたこと', type: 'text', max: 600 },
		{ name: 'after', label: '頼んだあと', type: 'text', max: 600 },
		{ name: 'days', label: '日数', type: 'number' },
		{ name: 'cost', label: '費用（円、税込み）', type: 'number' },
	],
	tool: [
		name(80),
		{ name: 'url', label: '公式のページ', type: 'url', max: 300, optional: true, hint: 'https:// で始まるアドレス。' },
		{ name: 'kind', label: '種類', type: 'choice', choices: choicesOf(toolKinds) },
		{ name: 'priceNote', label: '料金', type: 'line', max: 120 },
		{ name: 'summary', label: '要約', type: 'text', max: 300 },
		{ name: 'body', label: '使いどころ', type: 'paragraphs', max: 1_000, hint: '段落のあいだに空の行を入れます。' },
		{ name: 'checkedOn', label: '内容と料金を確かめた日', type: 'date' },
		{
			name: 'advertised',
			label: '広告',
			type: 'flag',
			hint: '提供元から広告料を受け取っている道具には、必ず付けます。ページに「広告」と表示します。',
		},
	],
}

/** A value as the form of its field shows it and as a difference compares it. */
export function fieldText(field: ItemField, value: FieldValue | undefined): string {
	if (value === undefined || value === null) return ''
	if (typeof value === 'boolean') return value ? '付ける' : '付けない'
	if (typeof value !== 'object')
		return (field.type === 'choice' && field.choices?.find((one) => one.value === value)?.label) || String(value)
	if (field.type === 'choices')
		return value
			.map((one) => (typeof one === 'string' ? (field.choices?.find((choice) => choice.value === one)?.label ?? grantLabel(one)) : ''))
			.join('、')
	return value.map((one) => (typeof one === 'string' ? one : `${one.question}\n${one.answer}`)).join(field.type === 'lines' ? '\n' : '\n\n')
}

/** What a control of the form holds: the raw value of a choice, else the text. */
export const controlText = (field: ItemField, value: FieldValue | undefined): string =>
	field.type === 'choice' ? (typeof value === 'string' ? value : '') : fieldText(field, value)

/** The task of a part or use case, or the category of a part; null for other kinds. */
export function ownerOf({ kind, key }: ItemName): ItemName | null {
	if (kind === 'useCase') return { kind: 'task', key: key.split('/')[0] ?? '' }
	if (kind !== 'part') return null
	const owner = Math.floor(Number(key) / 10)
	return { kind: owner > 100 ? 'task' : 'category', key: `${owner}` }
}

/** The name of an item as lists show it. */
export function titleOf(kind: ItemKind, fields: Fields): string {
	const title = fields[kind === 'useCase' ? 'title' : 'name']
	return typeof title === 'string' ? title : ''
}
