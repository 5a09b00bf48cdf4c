import { Choices } from '../../forms/choices.tsx'
import { InputField } from '../../forms/field.tsx'
import { type FormState, formStateFor, textIn, textsIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import stack from '../../ui/stack.module.css'
import adminStyles from '../admin.module.css'
import type { DeskData } from './desk-data.server.ts'

/** The filters that the viewer or a colleague keeps under a name, and the form that keeps those of now. */
export function Views({
	desk: { views, isFiltered },
	csrfToken,
	formState,
}: {
	desk: DeskData
	csrfToken: string
	formState: FormState | undefined
}) {
	const own = formStateFor(formState, 'saveView')
	if (views.length === 0 && !isFiltered) return null
	return (
		<details open={own !== undefined || undefined}>
			<summary>{`保存した見方（${views.length}）`}</summary>
			<ul className={stack.close}>
				{views.map(({ id, name, to, isCurrent, isShared, mayRemove }) => (
					<li key={id} className={adminStyles.scheduled}>
						<span className={adminStyles.line}>
							<Link to={to} aria-current={isCurrent ? 'page' : undefined}>
								{name}
							</Link>
							{isShared && <Tag>共有</Tag>}
						</span>
						{mayRemove && (
							<form method="post">
								<HiddenFields csrfToken={csrfToken} intent="removeView" targetId={id} />
								<button type="submit" className={adminStyles.small}>
									消す
									<span className="visually-hidden">{`（${name}）`}</span>
								</button>
							</form>
						)}
					</li>
				))}
			</ul>
			{isFiltered && <KeepForm csrfToken={csrfToken} own={own} />}
		</details>
	)
}

/** Keeps the filters of now; `own` is its state after a refusal. */
function KeepForm({ csrfToken, own }: { csrfToken: string; own: FormState | undefined }) {
	return (
		<form method="post" className={adminStyles.form} noValidate>
			<HiddenFields csrfToken={csrfToken} intent="saveView" />
			<InputField
				id="viewName"
				label="いまの絞り込みの名前"
				hint="30文字まで。"
				maxLength={30}
				autoComplete="off"
				error={own?.fields['viewName']}
				defaultValue={textIn(own?.values, 'viewName') ?? ''}
			/>
			<Choices
				type="checkbox"
				name="isShared"
				options={[{ value: '1', label: 'この作業台を使う担当者の全員に表示する' }]}
				chosen={textsIn(own?.values, 'isShared')}
			/>
			<button type="submit" className="button" data-kind="quiet">
				この見方を保存する
			</button>
		</form>
	)
}
