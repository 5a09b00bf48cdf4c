import { ErrorSummary } from '../../forms/error-summary.tsx'
import { type FormState, formStateFor } from '../../forms/form-state.ts'
import { HiddenFields } from '../../forms/hidden-fields.tsx'
import stack from '../../ui/stack.module.css'
import styles from '../admin.module.css'
import { Changes } from './changes.tsx'
import type { Route } from './+types/item.page'
import own from './taxonomy.module.css'

type Data = Route.ComponentProps['loaderData']
type Props = { data: Data; formState: FormState | undefined }

/** Fields that the content of the repository changed after staff had: staff's text is shown until they settle it. */
export function Differences({ data: { differences, itemVersion, csrfToken }, formState }: Props) {
	if (differences.length === 0) return null
	return (
		<section className={styles.section} aria-labelledby="differences">
			<h2 id="differences">リポジトリとの違い</h2>
			<ErrorSummary formState={formStateFor(formState, 'settle')} />
			<p className={styles.quiet}>画面で変えたあとに、リポジトリでも変わった欄です。公開しているのは、画面で変えたほうです。</p>
			{differences.map(({ field, label, before, content, staff }) => (
				<div key={field} className={stack.close}>
					<h3>{label}</h3>
					<dl className={own.changes}>
						<div>
							<dt className="visually-hidden">{label}</dt>
							<dd>
								<span className={own.mark}>公開中（画面で変えた内容）</span>
								{staff}
							</dd>
							<dd>
								<span className={own.mark}>リポジトリのいまの内容</span>
								{content}
							</dd>
						</div>
					</dl>
					<details>
						<summary>画面で変えたときの、リポジトリの内容</summary>
						<p className={styles.text}>{before === '' ? '（なし）' : before}</p>
					</details>
					<form method="post" className={styles.line}>
						<HiddenFields csrfToken={csrfToken} intent="settle" version={itemVersion} />
						<input type="hidden" name="field" value={field} />
						<button type="submit" name="takes" value="content" className="button" data-kind="quiet">
							リポジトリの内容にする
						</button>
						<button type="submit" name="takes" value="staff" className="button" data-kind="quiet">
							公開中の内容を続ける
						</button>
					</form>
				</div>
			))}
		</section>
	)
}

/** An item that the content no longer has. */
export function Dropped({ version, csrfToken, formState }: { version: number; csrfToken: string; formState: FormState | undefined }) {
	return (
		<div className={styles.warn}>
			<p>この項目はリポジトリの内容からなくなったため、公開していません。画面で変えた内容は残っています。</p>
			<ErrorSummary formState={formStateFor(formState, 'keep')} />
			<form method="post">
				<HiddenFields csrfToken={csrfToken} intent="keep" version={version} />
				<button type="submit" className="button" data-kind="quiet">
					画面の項目として、公開を続ける
				</button>
			</form>
		</div>
	)
}

const sources = { content: 'リポジトリ', staff: 'スタッフ' }

/** The versions of an item, each with what it changed; a former one can be put into the draft. */
export function History({ data: { editions, csrfToken, isRetired, isDropped }, formState }: Props) {
	return (
		<section className={styles.section} aria-labelledby="history">
			<h2 id="history">履歴</h2>
			<ErrorSummary formState={formStateFor(formState, 'restore')} />
			{editions.length === 0 ? (
				<p className={styles.quiet}>まだ公開したことがありません。</p>
			) : (
				<ol className={stack.ruled}>
					{editions.map((edition, index) => (
						<li key={edition.version} className={stack.entry}>
							<p>
								<strong>{`第${edition.version}版`}</strong>
								{`　${edition.at}・${edition.by ?? sources[edition.source]}${edition.isLive ? '' : '・終了'}`}
							</p>
							{edition.reason !== '' && <p className={styles.reason}>{edition.reason}</p>}
							{!edition.isFirst && edition.changes.length > 0 && (
								<details>
									<summary>{`変わった欄：${edition.changes.map(({ label }) => label).join('、')}`}</summary>
									<Changes changes={edition.changes} />
								</details>
							)}
							{index > 0 && edition.isLive && !isRetired && !isDropped && (
								<form method="post">
									<HiddenFields csrfToken={csrfToken} intent="restore" version={edition.version} />
									<button type="submit" className={styles.small}>
										{`第${edition.version}版を下書きに写す`}
									</button>
								</form>
							)}
						</li>
					))}
				</ol>
			)}
		</section>
	)
}
