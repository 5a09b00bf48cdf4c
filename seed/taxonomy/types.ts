import { z } from 'zod'
import { subQualifications } from '../../src/domain/taxonomy/attributes.ts'
import type { PartKind, ReservationLaw, TaskPart } from '../../src/domain/taxonomy/task-parts.ts'
import type { EstimateQuestionSeed } from './estimate-questions.ts'
import { isoDate } from '../content-files.ts'

/** What the files of content/taxonomy and content/tools hold, and what is read from them. */

export const professionSlugs = [
	'zeirishi', // 税理士
	'sharoushi', // 社会保険労務士
	'gyoseishoshi', // 行政書士
	'shihoshoshi', // 司法書士
	'bengoshi', // 弁護士
	'benrishi', // 弁理士
	'shindanshi', // 中小企業診断士
	'kaikeishi', // 公認会計士
	'it-coordinator', // ITコーディネータ
] as const

export const professionSlug = z.enum(professionSlugs)
export type ProfessionSlug = z.infer<typeof professionSlug>

const feeBasis = z.enum(['per_case', 'monthly', 'hourly', 'percentage'])
export type FeeBasis = z.infer<typeof feeBasis>

/** Paragraphs, divided by a blank line. */
const paragraphs = z.string().transform((body) => body.split('\n\n'))
const words = z.array(z.string().min(1))

export const professionSchema = z.strictObject({
	/** 1 to 9, in the order of `professionSlugs`. */
	id: z.int(),
	slug: professionSlug,
	name: z.string(),
	/** Hiragana reading of the name; katakana words are written in hiragana too. */
	kana: z.string(),
	/** For badges: one character, or 'IT'. */
	shortName: z.string(),
	/** Who keeps the register in which staff look a number up. */
	register: z.string(),
	/** Where that register, or who keeps it, is found. */
	registerUrl: z.url({ protocol: /^https$/ }),
	/** RegExp source for the registration number. Wide on purpose: a mismatch only warns, staff decide. */
	registrationPattern: z.string(),
	/** Two or three sentences: what they do and may do by law. */
	summary: z.string(),
	/** The law that defines the profession, or null where none does. */
	titleLaw: z.string().nullable().default(null),
	/** Situations in which an owner asks them. */
	askWhen: z.array(z.string()).min(3),
	/** What they may not do, and whom to ask instead. */
	notFor: z.string(),
})
export type ProfessionSeed = z.infer<typeof professionSchema>

const useCaseSchema = z.strictObject({
	title: z.string(),
	/** Who: trade, size, region in a few words. */
	persona: z.string(),
	/** The situation before, one to three sentences. */
	before: z.string(),
	/** The work and its result, one to three sentences. */
	after: z.string(),
	days: z.int(),
	/** Yen, tax included. */
	cost: z.int(),
})

export const toolSchema = z.strictObject({
	name: z.string(),
	/** https URL of the official page, or null for a calculation or template that Shirube itself explains. */
	url: z
		.url({ protocol: /^https$/ })
		.nullable()
		.default(null),
	kind: z.enum(['public', 'saas', 'calculator', 'template']),
	/** The calculator of this site that does it (src/domain/calculators), or null. */
	calculator: z.string().nullable().default(null),
	/** Its file below public/templates, or null. */
	file: z.string().nullable().default(null),
	priceNote: z.string(),
	/** One or two sentences: what it does for this task. */
	summary: z.string(),
	/** Two or three paragraphs: how to use it, what to have ready, what it does not do. */
	body: paragraphs,
	/** On which we last looked at it. */
	checkedOn: isoDate,
})
export type ToolSeed = z.infer<typeof toolSchema> & {
	/** Name of the file; unique in the taxonomy. */
	slug: string
}

export const taskSchema = z.strictObject({
	/** Category id × 100 + running number, e.g. 501. Part of addresses, so never reused. */
	id: z.int(),
	name: z.string(),
	/** Hiragana reading of the name. */
	kana: z.string(),
	/** Three to six words a business owner would type instead. */
	synonyms: words,
	/** One or two sentences, 60–120 characters. */
	summary: z.string(),
	/** Three to five paragraphs of 120–260 characters each. */
	body: paragraphs,
	/** Who may lawfully do it, most usual first. */
	professions: z.array(professionSlug).min(1),
	/** Usual fee band in yen, tax included, or percent for `percentage`. */
	fee: z.strictObject({ basis: feeBasis, min: z.number(), max: z.number(), note: z.string() }),
	/** Usual lead time in Japanese, e.g. 「依頼から2〜4週間」. */
	leadTime: z.string(),
	documents: words.default([]),
	faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })).default([]),
	/** For programmes that change yearly, else null. */
	validUntil: isoDate.nullable().default(null),
	useCases: z.array(useCaseSchema).default([]),
	/** Names of files in content/tools. */
	tools: words.default([]),
})
export type TaskSeed = Omit<z.infer<typeof taskSchema>, 'tools'> & {
	/** Name of the file. */
	slug: string
	/** From content/taxonomy/parts.yaml. */
	parts: PartSeed[]
	/** From content/taxonomy/estimate-questions.yaml. */
	estimateQuestions: EstimateQuestionSeed[]
	/** The laws that reserve the task, where they reserve every part of it. */
	exclusiveLaw: string | null
	tools: ToolSeed[]
}

export const categorySchema = z.strictObject({
	id: z.int(),
	name: z.string(),
	kana: z.string(),
	/** One sentence for cards, 40–70 characters. */
	summary: z.string(),
	/** Two or three paragraphs for the category page. */
	body: paragraphs,
	synonyms: words,
})
export type CategorySeed = z.infer<typeof categorySchema> & {
	/** Name of the folder. */
	slug: string
	tasks: TaskSeed[]
	/** What a question without a task is taken to ask for; null where everybody may answer it. */
	gate: PartSeed | null
}

export const lawSchema = z.strictObject({
	slug: z.string(),
	name: z.string(),
	short: z.string(),
	articles: z.string(),
	inForceOn: isoDate,
	sentence: z.string().endsWith('。'),
	url: z.url({ protocol: /^https$/ }),
	checkedOn: isoDate,
})
export type LawSeed = z.infer<typeof lawSchema> & { id: number }

export const subQualificationSchema = z.strictObject({
	id: z.int(),
	slug: z.enum(subQualifications.map(({ slug }) => slug)),
	name: z.string(),
	shortName: z.string(),
	professions: z.array(professionSlug).min(1),
	law: z.string(),
	/** What staff want to see. */
	proof: z.string(),
	summary: z.string(),
	limit: z.string().nullable(),
	/** Whether it ends on a date unless it is renewed. */
	renewal: z.enum(['none', 'required']),
})
export type SubQualificationSeed = z.infer<typeof subQualificationSchema>

/** The name of a group, or professions, each alone or as `profession+sub-qualification`. */
const who = z.union([z.string(), z.array(z.string()).min(1)])

const partSchema = z
	.strictObject({
		name: z.string(),
		kind: z.enum(['advice', 'drafting', 'agency', 'representation', 'registration', 'appraisal', 'work']),
		law: z.string().nullable().default(null),
		who: who.nullable().default(null),
		/** Which reading of the law was taken, where it leaves room. */
		note: z.string().default(''),
	})
	.refine(({ law, who: holders }) => (law === null) === (holders === null), 'a part has a law and those who may do it, or neither')

export const partsSchema = z.strictObject({
	groups: z.record(z.string(), z.array(z.string()).min(1)),
	categories: z.record(z.string(), z.strictObject({ law: z.string(), who, note: z.string().default('') })),
	tasks: z.record(z.string(), z.array(partSchema).min(1).max(9)),
})

/** A part as in `parts.yaml`, with its id (task or category × 10 + position), its law and who may do it resolved. */
export type PartSeed = Omit<TaskPart, 'law'> & { kind: PartKind; law: (LawSeed & ReservationLaw) | null; note: string }
