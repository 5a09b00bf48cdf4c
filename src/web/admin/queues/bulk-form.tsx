import { skipReasons } from '../../../domain/operations/desk-input.ts'
import { Choices } from '../../forms/choices.tsx'
import { controlProps, Field, FieldError, FieldGroup } from '../../forms/field.tsx'
import { type FormState, textIn, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { Tag } from '../../ui/tag.tsx'
import { Assignees } from './assign-form.tsx'
import type { Route } from './+types/bulk.page'

type Data = Route.ComponentProps['loaderData']

/** The items of a queue with their boxes, and what can be done with those that are ticked. */
export function BulkForm({
	data: { items, verdicts, templates, colleagues, most, csrfToken },
	formState,
}: {
	data: Data
	formState: FormState | undefined
}) {
	const error = formState?.fields['reason']
	return (
		<form method="post" className={styles.body} noValidate>
			<HiddenFields csrfToken={csrfToken} />
			<p
				className={styles.quiet}
			>{`${most}件まで選べます。1件ずつ記録に残ります。確認済みにする・見送るなど、1件ずつ読んで決めることは、ここではできません。`}</p>
			<Items items={items} formState={formState} />
			<section className={styles.section} aria-label="判断">
				{templates.length > 0 && <Templates templates={templates} formState={formState} />}
				<Field id="bulk-reason" label="理由" hint="書くと、文例の代わりに使います。関係する方に、そのまま届きます。" error={error} optional>
					<textarea
						{...controlProps('bulk-reason', { hint: true, error })}
						name="reason"
						rows={3}
						defaultValue={textIn(formState?.values, 'reason')}
					/>
				</Field>
				<FieldError id="verdict" error={formState?.fields['verdict']} />
				<p className={styles.line}>
					{verdicts.map(({ verdict, label }) => (
						<VerdictButton key={verdict} verdict={verdict} label={label} />
					))}
				</p>
			</section>
			<Charge colleagues={colleagues} formState={formState} />
			<section className={styles.section} aria-label="あとに回す">
				<Field id="bulk-skip" label="あとに回す理由">
					<select {...controlProps('bulk-skip', {})} name="skipReason">
						{skipReasons.map((reason) => (
							<option key={reason}>{reason}</option>
						))}
					</select>
				</Field>
				<p>
					<button type="submit" name="intent" value="skip" className="button" data-kind="quiet">
						選んだものをあとに回す
					</button>
				</p>
			</section>
		</form>
	)
}

type Part<Name extends keyof Data> = Pick<Data, Name> & { formState: FormState | undefined }

function Items({ items, formState }: Part<'items'>) {
	const picked = textsIn(formState?.values, 'item')
	return (
		<fieldset className={styles.section}>
			<legend>対象</legend>
			<FieldError id="items" error={formState?.fields['items']} />
			<ul className={stack.ruledSmall}>
				{items.map(({ value, title, about, risks, age, isLate, charge, to }) => (
					<li key={value} className={styles.line}>
						<label className={styles.tab}>
							<input type="checkbox" name="item" value={value} defaultChecked={picked.includes(value)} />
							<span>{`　${title}`}</span>
						</label>
						<span className={styles.quiet}>{[about, age, charge].filter((text) => text !== '' && text !== null).join('・')}</span>
						{isLate && <span className={styles.late}>目安超過</span>}
						{risks.map((risk) => (
							<Tag key={risk} tone="warn">
								{risk}
							</Tag>
						))}
						<Link to={to}>
							開く<span className="visually-hidden">{`（${title}）`}</span>
						</Link>
					</li>
				))}
			</ul>
		</fieldset>
	)
}

function Templates({ templates, formState }: Part<'templates'>) {
	return (
		<FieldGroup id="bulk-templates" legend="理由の文例">
			<Choices
				type="checkbox"
				name="template"
				options={templates.map(({ title, body }) => ({ value: body, label: `${title}：${body}` }))}
				chosen={textsIn(formState?.values, 'template')}
			/>
		</FieldGroup>
	)
}

/** The verdict comes with the intent, since one form has buttons of both kinds. */
function VerdictButton({ verdict, label }: { verdict: string; label: string }) {
	return (
		<button type="submit" name="intent" value={`decide:${verdict}`} className="button" data-kind="quiet">
			{`選んだものを：${label}`}
		</button>
	)
}

/** Puts somebody, or nobody, in charge of what is ticked. */
function Charge({ colleagues, formState }: Part<'colleagues'>) {
	return (
		<section className={styles.section} aria-label="担当">
			<Field id="bulk-assignee" label="担当にする人" error={formState?.fields['assignee']}>
				<select
					{...controlProps('bulk-assignee', { error: formState?.fields['assignee'] })}
					name="assignee"
					defaultValue={textIn(formState?.values, 'assignee') ?? colleagues[0]?.uid}
				>
					<Assignees colleagues={colleagues} />
				</select>
			</Field>
			<p>
				<button type="submit" name="intent" value="assign" className="button" data-kind="quiet">
					選んだものの担当を決める
				</button>
			</p>
		</section>
	)
}
