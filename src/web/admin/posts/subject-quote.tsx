import { FoldedText } from '../../ui/fold.tsx'
import { Link } from '../../ui/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from '../admin.module.css'
import { SubjectPreviewBox, type SubjectPreviewView } from './subject-preview.tsx'

/** The subject of a decision, with a link to its page: as visitors see it where there is a preview, otherwise its words. */
export function SubjectQuote({
	about,
	preview = null,
}: {
	about: { title: string; text: string; path: string; hidden: string | null; historyPath: string | null } | null
	preview?: SubjectPreviewView | null
}) {
	if (!about) return <p className={styles.quiet}>書いた人が削除したため、内容はもうありません。</p>
	const { title, text, path, hidden, historyPath } = about
	return (
		<div className={styles.quote}>
			<p>
				<Link to={path}>{title}</Link> {hidden !== null && <Tag tone="warn">非公開</Tag>}
			</p>
			{preview === null ? <FoldedText text={text} most={400} /> : <SubjectPreviewBox preview={preview} />}
			{historyPath !== null && (
				<p className={styles.quiet}>
					編集されています。
					<Link to={historyPath}>以前の内容を読む</Link>
				</p>
			)}
			{hidden !== null && <p className={styles.quiet}>{`非公開の理由：${hidden}`}</p>}
		</div>
	)
}
