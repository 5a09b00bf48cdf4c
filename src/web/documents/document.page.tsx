import { sizeText } from '../../domain/documents/document-input.ts'
import { readPreview } from '../../domain/documents/documents.ts'
import { parseId } from '../../domain/shared/ids.ts'
import { documentFilePath, documentPagePath, documentPath, documentsPath } from '../../domain/shared/links.ts'
import { withCtx } from '../context.ts'
import { Head } from '../layout/head.tsx'
import { Link } from '../ui/link.tsx'
import stack from '../ui/stack.module.css'
import type { Route } from './+types/document.page'
import styles from './documents.module.css'

export const handle = { plain: true }

export const loader = withCtx(async (ctx, { params }: Route.LoaderArgs) => readPreview(ctx, parseId(params.id)))

/** The pages of a document as pictures, for people who need not download it. */
export default function DocumentPage({ loaderData: { id, inquiryId, name, bytes, pages, kind } }: Route.ComponentProps) {
	return (
		<div className={stack.column}>
			<Head title={name} description="案件の書類です。" path={documentPath(id)} noindex />
			<p>
				<Link to={documentsPath(inquiryId)}>書類の一覧へ</Link>
			</p>
			<h2 className={styles.name}>{name}</h2>
			<p className={stack.line}>
				<a className="button" data-kind="quiet" href={documentFilePath(id)} download>
					{`ダウンロード（${sizeText(bytes)}）`}
				</a>
			</p>
			{kind === 'pdf' && (
				<p className={stack.quietSmall}>{`はじめの${pages}ページを画像で表示しています。全体はダウンロードしてご覧ください。`}</p>
			)}
			<ol className={stack.loose} aria-label="ページ">
				{Array.from({ length: pages }, (_, index) => index + 1).map((page) => (
					<li key={page}>
						<img
							className={styles.sheet}
							src={documentPagePath(id, page)}
							alt={pages === 1 ? name : `${name}の${page}ページ`}
							loading={page === 1 ? 'eager' : 'lazy'}
						/>
					</li>
				))}
			</ol>
		</div>
	)
}
