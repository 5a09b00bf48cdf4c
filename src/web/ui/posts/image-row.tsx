import { imagePath, type QuestionImage, smallWidth } from '../../../domain/questions/image-paths.ts'
import styles from './image-row.module.css'

/** The images of a question; each leads to its larger size. */
export function ImageRow({ images }: { images: readonly QuestionImage[] }) {
	if (images.length === 0) return null
	return (
		<ul className={styles.row} aria-label="質問の画像">
			{images.map((image, index) => (
				<li key={image.id}>
					<a href={imagePath(image.token, 1600, 'jpg')}>
						<picture>
							<source type="image/webp" srcSet={sourceSet(image, 'webp')} sizes="(min-width: 60rem) 16rem, 45vw" />
							<img
								src={imagePath(image.token, 640, 'jpg')}
								srcSet={sourceSet(image, 'jpg')}
								sizes="(min-width: 60rem) 16rem, 45vw"
								width={image.width}
								height={image.height}
								alt={image.alt || `質問の画像${index + 1}`}
								loading="lazy"
							/>
						</picture>
						<span className="visually-hidden">（大きく表示）</span>
					</a>
				</li>
			))}
		</ul>
	)
}

function sourceSet(image: QuestionImage, format: 'webp' | 'jpg'): string {
	const small = smallWidth(image)
	const sizes = [`${imagePath(image.token, 640, format)} ${small}w`]
	if (image.width > small) sizes.push(`${imagePath(image.token, 1600, format)} ${image.width}w`)
	return sizes.join(', ')
}
