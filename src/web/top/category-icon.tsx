import { categoryDrawing } from '../../domain/taxonomy/category-drawings.ts'

export function CategoryIcon({ slug }: { slug: string }) {
	return (
		<svg
			viewBox="0 0 24 24"
			width="32"
			height="32"
			fill="none"
			stroke="currentColor"
			strokeWidth="1.5"
			strokeLinecap="round"
			strokeLinejoin="round"
			aria-hidden="true"
		>
			<path d={categoryDrawing(slug)} />
		</svg>
	)
}
