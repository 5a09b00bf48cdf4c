import type { ProfessionName } from './attributes.ts'

/** Amounts are yen with tax; for `percentage` they are percent of the value in question. */
export type FeeBasis = 'per_case' | 'monthly' | 'hourly' | 'percentage'

export type Faq = { question: string; answer: string }

export type ToolKind = 'public' | 'saas' | 'calculator' | 'template'

export type TaskCategorySummary = {
	id: number
	slug: string
	name: string
	kana: string
	summary: string
	/** Offices of all Japan that are listed under any of its tasks. */
	officeCount: number
}

export type TaskCategory = TaskCategorySummary & { body: string[]; synonyms: string[]; tasks: TaskSummary[] }

export type TaskSummary = {
	id: number
	taskCategoryId: number
	taskCategoryName: string
	slug: string
	name: string
	kana: string
	summary: string
	/** Who may do it, most usual first. */
	professions: ProfessionName[]
	/** The law that reserves the work to these professions, or null. */
	exclusiveLaw: string | null
	fee: { basis: FeeBasis; min: number; max: number; note: string }
	officeCount: number
}

export type Task = TaskSummary & {
	synonyms: string[]
	body: string[]
	leadTime: string
	documents: string[]
	faq: Faq[]
	/** For programmes that change yearly: 'YYYY-MM-DD'. */
	validUntil: string | null
	useCases: UseCase[]
	tools: ToolSummary[]
}

export type UseCase = {
	id: number
	taskId: number
	taskName: string
	title: string
	persona: string
	before: string
	after: string
	days: number
	cost: number
}

export type ToolSummary = {
	id: number
	slug: string
	name: string
	kind: ToolKind
	url: string | null
	priceNote: string
	summary: string
	/** Paid for by its maker: must be labelled 広告. */
	advertised: boolean
	/** 'YYYY-MM-DD' of our last look at it. */
	checkedOn: string
	/** The calculator of this site that does it, or null. */
	calculatorSlug: string | null
	/** Its file below /templates/, or null. */
	fileName: string | null
}

export type Tool = ToolSummary & { body: string[]; tasks: { id: number; name: string; taskCategoryId: number; taskCategoryName: string }[] }

/** A category or a task as the subject of a list. */
export type Scope = {
	id: number
	kind: 'category' | 'task'
	name: string
	categoryId: number
	categoryName: string
	/** Only 弁護士 and 司法書士 may do it: its lists recommend no office. */
	isNeutral: boolean
}
