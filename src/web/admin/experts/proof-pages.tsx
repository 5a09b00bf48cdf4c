import { proofPagePath } from '../../../domain/shared/links.ts'
import { dateText, isoDay } from '../../../domain/shared/japan-time.ts'
import type { Route } from './+types/expert.page'
import styles from './proof-pages.module.css'

type Proofs = Route.ComponentProps['loaderData']['application']['credentials'][number]['proofs']

/** The pages of documents as pictures that we have drawn; those of an earlier decision say when they are deleted. */
export function ProofPages({ of, proofs }: { of: string; proofs: Proofs }) {
	return proofs.map(({ id, pages, extension, bytes, purgeAt }, place) => {
		const name = `${purgeAt === null ? '' : '判断済みの'}書類${place + 1}`
		return (
			<figure key={id} className={styles.proof}>
				<figcaption>
					<strong>{name}</strong>
					<span>{`${extension === 'pdf' ? `PDF・${pages}ページ` : '画像'}・${Math.ceil(bytes / 1024).toLocaleString('ja-JP')}KB`}</span>
					{purgeAt !== null && <span>{`${dateText(isoDay(purgeAt))}に削除`}</span>}
				</figcaption>
				<ul className={styles.pages}>
					{Array.from({ length: pages }, (_, page) => (
						<li key={page}>
							<a href={proofPagePath(id, page + 1)}>
								<img src={proofPagePath(id, page + 1)} loading="lazy" alt={`${of}の${name}の${page + 1}ページ目`} />
							</a>
							<span aria-hidden="true">{`${page + 1} / ${pages}`}</span>
						</li>
					))}
				</ul>
			</figure>
		)
	})
}
