import { sizeText } from '../../domain/documents/document-input.ts'
import { documentFilePath, documentPath } from '../../domain/shared/links.ts'
import { HiddenFields } from '../forms/hidden-fields.tsx'
import { Moment } from '../ui/day.tsx'
import { Link } from '../ui/link.tsx'
import formStyles from '../forms/form.module.css'
import stack from '../ui/stack.module.css'
import type { FileView } from './documents.server.ts'
import styles from './documents.module.css'

/** Documents with who sent them, who has seen them, and what can be done; `isShort` inside an item of the checklist. */
export function Files({ files, csrfToken, isShort = false }: { files: readonly FileView[]; csrfToken: string; isShort?: boolean }) {
	if (files.length === 0) return <p className={stack.quietSmall}>まだありません。送った書類と届いた書類が、ここに並びます。</p>
	return (
		<ul className={isShort ? stack.close : stack.rows}>
			{files.map((file) => (
				<li key={file.id} className={isShort ? stack.text : stack.entry}>
					<p className={styles.name}>
						{file.pages > 0 ? (
							<Link to={documentPath(file.id)}>{file.name}</Link>
						) : (
							<a href={documentFilePath(file.id)} download>
								{file.name}
							</a>
						)}
					</p>
					<p className={stack.quietLine}>
						<span>{file.isOwn ? 'あなたから' : `${file.author}から`}</span>
						<Moment moment={file.at} />
						<span>{sizeText(file.bytes)}</span>
					</p>
					{file.isOurs && (
						<p className={stack.quietLine}>
							{file.seen.length === 0 ? (
								<span>相手はまだ開いていません</span>
							) : (
								file.seen.map(({ name, at }) => (
									<span key={name}>
										{`${name}さんが開きました：`}
										<Moment moment={at} />
									</span>
								))
							)}
						</p>
					)}
					{!isShort && (
						<div className={stack.line}>
							<a className={styles.way} href={documentFilePath(file.id)} download aria-label={`${file.name}をダウンロード`}>
								ダウンロード
							</a>
							{file.isOurs && (
								<form method="post">
									<HiddenFields csrfToken={csrfToken} />
									<button
										type="submit"
										name="intent"
										value={`remove:${file.id}`}
										className={formStyles.plain}
										aria-label={`${file.name}を削除する`}
									>
										削除する
									</button>
								</form>
							)}
						</div>
					)}
				</li>
			))}
		</ul>
	)
}
