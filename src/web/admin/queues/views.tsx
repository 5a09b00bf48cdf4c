import { InputField } from '../../forms/field.tsx'
import { type FormState, formStateFor, textIn } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { Link } from '../../ui/link.tsx'
import stack from '../../ui/stack.module.css'
import adminStyles from '../admin.module.css'
import type { DeskData } from './desk-data.server.ts'

/** The viewer's own filters under their names, and the form that keeps those of now. */
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
			<summary>{`自分の見方（${views.length}）`}</summary>
			<ul className={stack.close}>
				{views.map(({ id, name, to, isCurrent }) => (
					<li key={id} className={adminStyles.scheduled}>
						<Link to={to} aria-current={isCurrent ? 'page' : undefined}>
							{name}
						</Link>
						<form method="post">
							<HiddenFields csrfToken={csrfToken} intent="removeView" targetId={id} />
							<button type="submit" className={adminStyles.small}>
								消す
								<span className="visually-hidden">{`（${name}）`}</span>
							</button>
						</form>
					</li>
				))}
			</ul>
			{isFiltered && (
				<form method="post" className={adminStyles.form} noValidate>
					<HiddenFields csrfToken={csrfToken} intent="saveView" />
					<InputField
						id="viewName"
						label="いまの絞り込みの名前"
						hint="30文字まで。あなただけに表示されます。"
						maxLength={30}
						autoComplete="off"
						error={own?.fields['viewName']}
						defaultValue={textIn(own?.values, 'viewName') ?? ''}
					/>
					<button type="submit" className="button" data-kind="quiet">
						この見方を保存する
					</button>
				</form>
			)}
		</details>
	)
}
