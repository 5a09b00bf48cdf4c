import type { SubjectPreview } from '../../../domain/moderation/subject-previews.ts'
import { linkText } from '../../../domain/shared/link-text.ts'
import { dateText } from '../../../domain/shared/japan-time.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { ArticleBody } from '../../ui/posts/article-body.tsx'
import { ImageRow } from '../../ui/posts/image-row.tsx'
import { ReviewText } from '../../ui/posts/review-text.tsx'
import { viewReview } from '../../ui/posts/review-view.ts'
import adminStyles from '../admin.module.css'
import styles from './subject-preview.module.css'

/** A subject as it can be sent to a browser. */
export const viewPreview = (preview: SubjectPreview | null) =>
	preview?.kind === 'review' ? { kind: preview.kind, review: viewReview(preview.review) } : preview

export type SubjectPreviewView = NonNullable<ReturnType<typeof viewPreview>>

/** What staff decide on, as visitors see it: Markdown rendered, images shown, stars and reply of a review. */
export function SubjectPreviewBox({ preview }: { preview: SubjectPreviewView }) {
	return (
		<div className={styles.preview}>
			<p className={adminStyles.quiet}>公開ページでの見え方</p>
			<Shown preview={preview} />
		</div>
	)
}

function Shown({ preview }: { preview: SubjectPreviewView }) {
	switch (preview.kind) {
		case 'question':
			return <QuestionShown {...preview} />
		case 'answer':
			return <AnswerShown {...preview} />
		case 'review':
			return <ReviewText review={preview.review} />
		case 'article':
			return (
				<>
					<p className={adminStyles.text}>{preview.lead}</p>
					<ArticleBody blocks={preview.blocks} />
				</>
			)
	}
}

/** The text of a question with its images and addenda. */
export function QuestionShown({
	body,
	images,
	addenda,
}: Pick<Extract<SubjectPreviewView, { kind: 'question' }>, 'body' | 'images' | 'addenda'>) {
	return (
		<>
			<p className={adminStyles.text}>{body}</p>
			<ImageRow images={images} />
			{addenda.map((addendum) => (
				<div key={addendum.id} className={styles.addendum}>
					<p className={adminStyles.quiet}>追記</p>
					<p className={adminStyles.text}>{addendum.body}</p>
				</div>
			))}
		</>
	)
}

function AnswerShown({ blocks, sources, lawAsOf }: Extract<SubjectPreviewView, { kind: 'answer' }>) {
	return (
		<>
			<Markdown blocks={blocks} />
			{sources.length > 0 && (
				<div>
					<p className={adminStyles.quiet}>出典</p>
					<ul>
						{sources.map(({ title, url }) => (
							<li key={url}>
								<a href={url} rel="noopener nofollow ugc" target="_blank">
									{linkText(title, url)}
								</a>
							</li>
						))}
					</ul>
				</div>
			)}
			{lawAsOf !== null && <p className={adminStyles.quiet}>{`${dateText(lawAsOf)}時点の法令に基づく回答です`}</p>}
		</>
	)
}
