import type { WithheldTask } from '../../../domain/memberships/withheld-tasks.ts'
import { japan } from '../../../domain/geography/areas.ts'
import { listPath } from '../../../domain/listings/list-path.ts'
import { feeBases, MAX_CASES, officeLengths } from '../../../domain/offices/office-sections.ts'
import formStyles from '../../forms/form.module.css'
import { FieldError } from '../../forms/field.tsx'
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
	withheld,
}: {
	view: SectionView
	groups: readonly FeeGroup[]
	withheld: readonly WithheldTask[]
}) {
	return (
		<>
			{withheld.length > 0 && <WithheldTasks tasks={withheld} />}
			{groups.map((group) => (
				<FeesOfCategory key={group.id} view={view} group={group} />
			))}
		</>
	)
}

/** Nothing is lost: each comes back with its fee when a verified member may do it. */
function WithheldTasks({ tasks }: { tasks: readonly WithheldTask[] }) {
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

function FeesOfCategory({ view, group: { name, tasks } }: { view: SectionView; group: FeeGroup }) {
	const offered = tasks.filter((task) => valueOf(view, `fee-min-${task.id}`) !== '' || view.faults[`fee-min-${task.id}`] !== undefined)
	const others = tasks.filter((task) => !offered.includes(task))
	return (
		<div className={styles.category}>
			<h3>{name}</h3>
			<FeeList view={view} tasks={offered} />
			{others.length > 0 && (
				<details className={styles.more}>
					<summary>{`${name}の業務を加える（${others.length}）`}</summary>
					<FeeList view={view} tasks={others} />
				</details>
			)}
		</div>
	)
}

function FeeList({ view, tasks }: { view: SectionView; tasks: FeeGroup['tasks'] }) {
	if (tasks.length === 0) return null
	return (
		<ul className={styles.fees}>
			{tasks.map((task) => (
				<li key={task.id}>
					<Fee view={view} task={task} />
				</li>
			))}
		</ul>
	)
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
		<details key={number} className={styles.more} open={filled.includes(number)}>
			<summary>{filled.includes(number) ? `事例${number}` : '事例を追加する'}</summary>
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
