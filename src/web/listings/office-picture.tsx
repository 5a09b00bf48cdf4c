import { photoPath, photoSources, tokenOf } from '../../domain/offices/photo-paths.ts'

/** An office's first photograph in the size that the place needs, or the picture that we draw of it. Beside its name, so without a text. */
export function OfficePicture({
	office: { id, picture },
	sizes,
	...image
}: {
	office: { id: number; picture: string | null }
	/** Its width, as `<img sizes>` has it. */
	sizes: string
	className?: string | undefined
	width: number
	height: number
	loading?: 'lazy' | undefined
	fetchPriority?: 'high'
}) {
	const token = tokenOf(picture)
	if (token === null) return <img {...image} src={`/media/${picture ?? `offices/${id}.svg`}`} alt="" decoding="async" />
	return (
		<picture>
			<source type="image/avif" srcSet={photoSources(token, 'avif')} sizes={sizes} />
			<source type="image/webp" srcSet={photoSources(token, 'webp')} sizes={sizes} />
			<img {...image} src={photoPath(token, 640, 'jpg')} alt="" decoding="async" />
		</picture>
	)
}
