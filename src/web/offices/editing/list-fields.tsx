import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ReservedTasks } from '../../../domain/memberships/lawful-tasks.ts'
import type { SuspendedTask } from '../../../domain/memberships/suspended-tasks.ts'
import { japan } from '../../../domain/geography/areas.ts'
import { listPath } from '../../../domain/listings/list-path.ts'
import { feeBases, MAX_CASES, officeLengths } from '../../../domain/offices/office-sections.ts'
import formStyles from '../../forms/form.module.css'
import { ReservedTasksNote } from '../../forms/reserved-tasks.tsx'
import { controlProps, Field, FieldError } from '../../forms/field.tsx'
import fieldStyles from '../../forms/field.module.css'
import styles from './offices.module.css'
import { Area, Check, Line, Select } from './section-form.tsx'
import { Link } from '../../ui/link.tsx'
import { type SectionView, valueOf } from './section-view.ts'

export type FeeGroup = { id: number; name: string; tasks: FeeTask[] }

/** `parts`: what the office may do of the task, where it is not all of it. */
type FeeTask = { id: number; name: string; parts: string | null; usual: string; basis: string }

/** What each task costs; one without an amount is not offered. */
export function FeesFields({
	view,
	groups,
	suspended,
	reserved,
}: {
	view: SectionView
	groups: readonly FeeGroup[]
	suspended: readonly SuspendedTask[]
	reserved: readonly ReservedTasks[]
}) {
	const [words, setWords] = useState('')
	const isWanted = (name: string) => name.includes(words.normalize('NFKC').trim())
	const isSearch = words.trim() !== ''
	const offered = groupsWith(groups, (task) => isOffered(view, task))
	const others = groupsWith(groups, (task) => !isOffered(view, task))
	const rest = others.map((group) => (
		<CategoryTasks key={group.id} group={group} isWanted={isWanted}>
			<details className={styles.more} open={isSearch || undefined}>
				<summary>{`${group.name}の業務を加える（${group.tasks.length}）`}</summary>
				<FeeList view={view} tasks={group.tasks} isWanted={isWanted} />
			</details>
		</CategoryTasks>
	))
	return (
		<>
			{suspended.length > 0 && <SuspendedTasks tasks={suspended} />}
			<TaskSearch onWords={setWords} />
			{offered.map((group) => (
				<CategoryTasks key={group.id} group={group} isWanted={isWanted}>
					<h2>{group.name}</h2>
					<FeeList view={view} tasks={group.tasks} isWanted={isWanted} />
				</CategoryTasks>
			))}
			{offered.length === 0 || others.length === 0 ? (
				rest
			) : (
				<details className={styles.more} open={isSearch || undefined}>
					<summary>{`ほかの業務を加える（${others.flatMap(({ tasks }) => tasks).length}）`}</summary>
					{rest}
				</details>
			)}
			{!groups.some(({ tasks }) => tasks.some(({ name }) => isWanted(name))) && (
				<p role="status">この言葉の業務で、載せられるものはありません。行える資格の確認が済んだ業務だけが並びます。</p>
			)}
			<ReservedTasksNote groups={reserved} words={words.normalize('NFKC').trim()} />
		</>
	)
}

/** Nothing is lost: each comes back with its fee when a verified member may do it. */
function SuspendedTasks({ tasks }: { tasks: readonly SuspendedTask[] }) {
	return (
		<div className={formStyles.note}>
			<p>次の業務は、行える資格の確認ができないため、いまは掲載していません。資格の確認が済むと、これまでの料金で掲載に戻ります。</p>
			<ul>
				{tasks.map(({ taskId, name, reason, why }) => (
					<li key={taskId}>
						{reason === 'suspension' ? `「${name}」：資格のある専門家の公開が停止されています。` : why}
						<Link to={listPath({ scopeId: taskId, area: japan })}>{`「${name}」を行える事務所を見る`}</Link>
					</li>
				))}
			</ul>
		</div>
	)
}

function TaskSearch({ onWords }: { onWords: (words: string) => void }) {
	const field = useRef<HTMLInputElement>(null)
	// Typed before the script ran.
	useEffect(() => onWords(field.current?.value ?? ''), [onWords])
	return (
		<div className="needs-script">
			<Field id="task-search" label="業務を探す" optional>
				<input
					{...controlProps('task-search', {})}
					ref={field}
					type="search"
					placeholder="例：確定申告"
					onChange={(event) => onWords(event.currentTarget.value)}
				/>
			</Field>
		</div>
	)
}

const isOffered = (view: SectionView, { id }: { id: number }): boolean =>
	valueOf(view, `fee-min-${id}`) !== '' || view.faults[`fee-min-${id}`] !== undefined

/** The categories with those of their tasks that `has` holds for. */
const groupsWith = (groups: readonly FeeGroup[], has: (task: FeeTask) => boolean): FeeGroup[] =>
	groups.map((group) => ({ ...group, tasks: group.tasks.filter(has) })).filter(({ tasks }) => tasks.length > 0)

/** What does not match the search stays in the form, out of sight, so that saving keeps it. */
const CategoryTasks = ({
	group: { name, tasks },
	isWanted,
	children,
}: {
	group: FeeGroup
	isWanted: (name: string) => boolean
	children: ReactNode
}) => (
	<div role="group" className={styles.category} hidden={!tasks.some((task) => isWanted(task.name))} aria-label={name}>
		{children}
	</div>
)

function FeeList({ view, tasks, isWanted }: { view: SectionView; tasks: FeeGroup['tasks']; isWanted: (name: string) => boolean }) {
	if (tasks.length === 0) return null
	return (
		<ul className={styles.fees}>
			{tasks.map((task) => (
				<li key={task.id} hidden={!isWanted(task.name)}>
					<details className={styles.folded} open={namesOf(task.id).some((name) => view.faults[name] !== undefined)}>
						<summary>
							<span>{task.name}</span>
							<span className={styles.amount}>{enteredFee(view, task.id)}</span>
						</summary>
						<Fee view={view} task={task} />
					</details>
				</li>
			))}
		</ul>
	)
}

const namesOf = (taskId: number) => ['min', 'max', 'basis', 'includes'].map((part) => `fee-${part}-${taskId}`)

/** The fee as it was typed, '' where there is none. */
function enteredFee(view: SectionView, taskId: number): string {
	const [min, max] = [valueOf(view, `fee-min-${taskId}`), valueOf(view, `fee-max-${taskId}`)]
	if (min === '') return ''
	const basis = feeBases.find(({ value }) => value === valueOf(view, `fee-basis-${taskId}`)) ?? feeBases[0]
	const amount = (typed: string) => (/^\d+$/.test(typed) ? Number(typed).toLocaleString('ja-JP') : typed)
	const range = max === min ? amount(min) : max === '' ? `${amount(min)}${basis.unit}〜` : `${amount(min)}〜${amount(max)}`
	return `${basis.label} ${range}${max === '' ? '' : basis.unit}`
}

function Fee({ view, task }: { view: SectionView; task: FeeGroup['tasks'][number] }) {
	const names = { basis: `fee-basis-${task.id}`, min: `fee-min-${task.id}`, max: `fee-max-${task.id}`, includes: `fee-includes-${task.id}` }
	const errors = [names.min, names.max, names.basis, names.includes].flatMap((name) => view.faults[name] ?? [])
	const input = (name: string, label: string) => (
		<label className={name === names.includes ? `${styles.small} ${styles.wide}` : styles.small}>
			<span>{label}</span>
			<input
				id={name}
				className={fieldStyles.input}
				name={name}
				inputMode={name === names.includes ? undefined : 'numeric'}
				maxLength={name === names.includes ? officeLengths.includes.max : 14}
				aria-label={`${task.name}の${label}`}
				aria-invalid={view.faults[name] ? true : undefined}
				aria-describedby={errors.length > 0 ? `${names.min}-error` : undefined}
				defaultValue={valueOf(view, name)}
			/>
		</label>
	)
	return (
		<fieldset className={fieldStyles.group}>
			<legend>
				{task.name}
				<small>{`　目安 ${task.usual}`}</small>
			</legend>
			{task.parts !== null && <p className={fieldStyles.hint}>{`行える範囲：${task.parts}`}</p>}
			<div className={styles.fee}>
				<label className={styles.small}>
					<span>単位</span>
					<select
						id={names.basis}
						className={fieldStyles.input}
						name={names.basis}
						aria-label={`${task.name}の単位`}
						defaultValue={valueOf(view, names.basis) || task.basis}
					>
						{feeBases.map(({ value, label, unit }) => (
							<option key={value} value={value}>{`${label}（${unit}）`}</option>
						))}
					</select>
				</label>
				{input(names.min, '下限（税込）')}
				{input(names.max, '上限（任意）')}
				{input(names.includes, '含むもの（任意）')}
			</div>
			<FieldError id={names.min} error={errors.join(' ')} />
		</fieldset>
	)
}

/** Cases that were published with the client's consent; one empty form beyond those that there are. */
export function CasesFields({ view, groups }: { view: SectionView; groups: readonly FeeGroup[] }) {
	const filled = Array.from({ length: MAX_CASES }, (_, index) => index + 1).filter((number) =>
		['title', 'client', 'body', 'consented'].some((field) => valueOf(view, `case-${field}-${number}`) !== ''),
	)
	const shown = Math.min(MAX_CASES, Math.max(0, ...filled) + 1)
	const tasks = [
		{ value: '', label: '（業務を選ばない）' },
		...groups.flatMap((group) => group.tasks.map(({ id, name }) => ({ value: `${id}`, label: name }))),
	]
	return Array.from({ length: shown }, (_, index) => index + 1).map((number) => (
		<details key={number} className={styles.more} open={Object.keys(view.faults).some((name) => name.endsWith(`-${number}`))}>
			<summary>{filled.includes(number) ? `事例${number}：${valueOf(view, `case-title-${number}`)}` : '事例を追加する'}</summary>
			<fieldset className={styles.caseFields}>
				<legend className="visually-hidden">{`事例${number}`}</legend>
				<Line view={view} name={`case-title-${number}`} label="見出し" hint="5〜60文字" maxLength={officeLengths.caseTitle.max} />
				<Select view={view} name={`case-task-${number}`} label="業務" choices={tasks} />
				<Line
					view={view}
					name={`case-client-${number}`}
					label="お客様"
					hint="名前は書かず、「都内の飲食店」のように書きます。"
					maxLength={officeLengths.caseClient.max}
				/>
				<Area view={view} name={`case-body-${number}`} label="内容" hint="20〜1,000文字。相談、行ったこと、結果。" rows={5} />
				<Line
					view={view}
					name={`case-consented-${number}`}
					label="掲載の同意を得た日"
					type="date"
					hint="同意のない事例は掲載できません。"
				/>
				{filled.includes(number) && <Check view={view} name={`case-remove-${number}`} label="この事例を削除する" />}
			</fieldset>
		</details>
	))
}
