import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormState } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import type { Route } from './+types/template.page'

type FormProps = Pick<Route.ComponentProps['loaderData'], 'versions' | 'version' | 'csrfToken'> & { formState: FormState | undefined }

/** Every edit of a template, and the ways back. */
export function Versions({ versions, version, csrfToken, formState }: FormProps) {
	return (
		<section className={styles.section} aria-labelledby="versions">
			<h2 id="versions">これまでの版</h2>
			{formState?.intent === 'restore' && <ErrorSummary formState={formState} />}
			{versions.length === 0 ? (
				<p className={styles.empty}>まだ変えていません。標準の文を使っています。</p>
			) : (
				<form method="post">
					<HiddenFields csrfToken={csrfToken} version={version} />
					<ul className={stack.ruled}>
						{versions.map((one, place) => (
							<li key={one.version} className={stack.entry}>
								<p>
									<strong>{`版${one.version}`}</strong>
									{`　${one.isStandard ? '標準の文' : one.subject}`}
								</p>
								<p className={styles.quiet}>{[one.at, one.by, one.note].filter(Boolean).join('・')}</p>
								{place > 0 && !one.isStandard && (
									<p>
										<button type="submit" name="intent" value={`restore:${one.version}`} className={styles.small}>
											{`版${one.version}に戻す`}
										</button>
									</p>
								)}
							</li>
						))}
					</ul>
					{versions[0]?.isStandard === false && (
						<button type="submit" name="intent" value="restore" className="button" data-kind="quiet">
							標準の文に戻す
						</button>
					)}
				</form>
			)}
		</section>
	)
}
