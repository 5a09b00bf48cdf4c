import { IdentityForm, fieldParts, SubmitButton } from '../forms/identity-form.tsx'
import { Field } from '../forms/field.tsx'
import type { IdentityFormState } from '../forms/identity-form-state.ts'
import styles from './mypage.module.css'

const kinds = 'image/jpeg,image/png,image/webp,image/gif'

/** The viewer's picture, as the header shows it. */
export function PictureForm({
	imageUrl,
	formState,
	csrfToken,
}: {
	imageUrl: string | null
	formState: IdentityFormState | undefined
	csrfToken: string
}) {
	const { frame, control } = fieldParts({
		name: 'image',
		label: '新しい画像',
		hint: '8MBまでのJPEG・PNG・WebP。正方形に切り抜き、撮影した場所などの情報は取り除きます。',
		formState,
	})
	return (
		<section className={styles.section} aria-labelledby="picture">
			<h2 id="picture">画像</h2>
			<div className={styles.person}>
				<img src={imageUrl ?? '/avatar.svg'} width="72" height="72" alt={imageUrl ? '現在の画像' : '画像は未設定です'} />
				<IdentityForm formState={formState} csrfToken={csrfToken} intent="picture" label="画像の変更" hasFile>
					<Field {...frame}>
						<input {...control} className={undefined} type="file" accept={kinds} />
					</Field>
					<SubmitButton kind="quiet">画像を変更する</SubmitButton>
					{imageUrl && (
						<button type="submit" name="remove" value="1" className="button" data-kind="quiet">
							画像を消す
						</button>
					)}
				</IdentityForm>
			</div>
		</section>
	)
}
