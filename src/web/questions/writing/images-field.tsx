import { type ChangeEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { ALT_LENGTH, IMAGE_BYTES, imagePath, imageTypes, MAX_IMAGES, type QuestionImage } from '../../../domain/questions/image-paths.ts'
import { csrfCookie } from '../../session/csrf-cookie.ts'
import { useEnhanced } from '../../ui/use-enhanced.ts'
import { InputField } from '../../forms/field.tsx'
import stack from '../../ui/stack.module.css'
import fieldStyles from '../../forms/field.module.css'
import type { action } from './question-images.ts'
import formStyles from '../../forms/form.module.css'
import styles from './images-field.module.css'

/**
 * Images of the question that is being written. Without a script files go with the form and each button sends it to be
 * shown again; with one they are taken as soon as they are chosen.
 */
export function ImagesField({
	images: rendered,
	questionId,
	error: sent,
}: {
	images: readonly QuestionImage[]
	questionId: number | null
	error: string | undefined
}) {
	const fetcher = useFetcher<typeof action>()
	const isEnhanced = useEnhanced()
	const [fault, setFault] = useState<string | null>(null)
	const [images, setImages] = useState(rendered)
	const answer = fetcher.data
	if (answer && 'images' in answer && answer.images !== images && fetcher.state === 'idle') setImages(answer.images)
	const refused = answer && 'fields' in answer ? (answer.fields['image'] ?? answer.fields['form']) : undefined
	const error = fault ?? (answer ? refused : sent)
	const isBusy = fetcher.state !== 'idle'

	const send = (intent: string, file?: File) => {
		const form = new FormData()
		form.set('csrfToken', csrfCookie())
		form.set('intent', intent)
		form.set('question', questionId === null ? '' : `${questionId}`)
		if (file) form.set('image', file)
		return fetcher.submit(form, { method: 'post', action: '/qa/post/images', encType: 'multipart/form-data' })
	}
	const take = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
		const files = [...(input.files ?? [])]
		// One that was taken here must not be sent with the form again.
		input.value = ''
		const left = MAX_IMAGES - images.length
		setFault(
			files.length > left
				? `画像は${MAX_IMAGES}枚まで添えられます。`
				: files.some(({ size }) => size > IMAGE_BYTES)
					? '画像は1枚8MBまでにしてください。'
					: null,
		)
		for (const file of files.slice(0, left)) if (file.size <= IMAGE_BYTES) await send('image', file)
	}
	const act = (intent: string) => {
		setFault(null)
		void send(intent)
	}
	const button = (intent: string, label: string, text: string) => (
		<button
			type={isEnhanced ? 'button' : 'submit'}
			name="intent"
			value={intent}
			className={formStyles.plain}
			aria-label={label}
			disabled={isBusy}
			onClick={isEnhanced ? () => act(intent) : undefined}
		>
			{text}
		</button>
	)
	return (
		<div className={styles.images}>
			{images.length > 0 && (
				<ol className={`${stack.list} ${styles.list}`} aria-label="添える画像">
					{images.map(({ id, token, alt, width, height }, index) => (
						<li key={id}>
							<img src={imagePath(token, 640)} width={width} height={height} alt={alt || `${index + 1}枚目の画像`} />
							<div className={styles.about}>
								<label htmlFor={`alt-${id}`}>{`${index + 1}枚目の説明`}</label>
								<input
									id={`alt-${id}`}
									type="text"
									name={`alt-${id}`}
									className={fieldStyles.input}
									defaultValue={alt}
									maxLength={ALT_LENGTH}
									placeholder="例：決算書の売上の欄"
									autoComplete="off"
								/>
								<div className={styles.acts}>
									{index > 0 && button(`imageUp:${id}`, `${index + 1}枚目を前へ`, '前へ')}
									{button(`imageRemove:${id}`, `${index + 1}枚目を外す`, '外す')}
								</div>
							</div>
						</li>
					))}
				</ol>
			)}
			{images.length < MAX_IMAGES ? (
				<InputField
					id="image"
					label="画像"
					optional
					hint={`${MAX_IMAGES}枚まで。1枚8MB（まとめて送るときは合わせて11MB）までのJPEG・PNG・WebP。撮影した場所などの情報は取り除きます。名前や番号が写っていないか、ご確認ください。`}
					error={error}
					type="file"
					accept={imageTypes}
					multiple
					disabled={isBusy}
					onChange={isEnhanced ? (event) => void take(event) : undefined}
				/>
			) : (
				error && <p className={fieldStyles.error}>{error}</p>
			)}
			{images.length < MAX_IMAGES && (
				<noscript>
					<button type="submit" name="intent" value="image" className={formStyles.plain}>
						選んだ画像を添えて確かめる
					</button>
				</noscript>
			)}
			<output className="visually-hidden">{isBusy ? '画像を処理しています。' : `画像は${images.length}枚です。`}</output>
		</div>
	)
}
