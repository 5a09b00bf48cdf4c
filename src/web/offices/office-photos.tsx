import { type OfficePhoto, photoPath, photoSources } from '../../domain/offices/photo-paths.ts'
import styles from './office-photos.module.css'

/** The photographs of an office in its own order. */
export function OfficePhotos({ photos }: { photos: readonly OfficePhoto[] }) {
	return (
		<ul className={styles.photos}>
			{photos.map(({ id, token, alt, width, height }, index) => {
				const sizes = '(min-width: 60rem) 18rem, 45vw'
				return (
					<li key={id}>
						<picture>
							<source type="image/avif" srcSet={photoSources(token, 'avif')} sizes={sizes} />
							<source type="image/webp" srcSet={photoSources(token, 'webp')} sizes={sizes} />
							<img
								src={photoPath(token, 640, 'jpg')}
								width={width}
								height={height}
								alt={alt || `事務所の写真${index + 1}`}
								loading="lazy"
								decoding="async"
							/>
						</picture>
					</li>
				)
			})}
		</ul>
	)
}
