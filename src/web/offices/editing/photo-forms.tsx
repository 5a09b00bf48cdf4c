import { HiddenFields } from '../../forms/hidden-fields.tsx'
import { type SubmitEvent, useState } from 'react'
import { ALT_LENGTH, PHOTO_BYTES } from '../../../domain/offices/office-sections.ts'
import { plansPath } from '../../../domain/shared/links.ts'
import { type OfficePhoto, photoPath } from '../../../domain/offices/photo-paths.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import type { FormState } from '../../forms/form-state.ts'
import formStyles from '../../forms/form.module.css'
import { InputField } from '../../forms/field.tsx'
import { Link } from '../../ui/link.tsx'
import fieldStyles from '../../forms/field.module.css'
import styles from './offices.module.css'

/** The photographs: order by buttons, a text for each, and what adds one. They show at once. */
export function PhotoForms({
	action,
	photos,
	most,
	asleep,
	csrfToken,
	formState,
}: {
	/** Where they are sent, so that the answer opens here. */
	action: string
	photos: readonly OfficePhoto[]
	/** How many the plan allows. */
	most: number
	/** How many are asleep because they exceed the plan. */
	asleep: number
	csrfToken: string
	formState: FormState | undefined
}) {
	const [isTooLarge, setIsTooLarge] = useState(false)
	const error = isTooLarge ? '選んだ写真は、合計で10MBを超えています。分けて追加してください。' : formState?.fields['photo']
	/** The maximum of one request; without JavaScript a separate page says so. */
	const holdTooLarge = (event: SubmitEvent<HTMLFormElement>) => {
		const files = new FormData(event.currentTarget).getAll('photo').filter((file) => file instanceof File)
		const isHeld = files.reduce((bytes, { size }) => bytes + size, 0) > PHOTO_BYTES
		setIsTooLarge(isHeld)
		if (isHeld) event.preventDefault()
	}
	return (
		<>
			<ErrorSummary formState={formState?.fields['photo'] === undefined ? formState : undefined} />
			<p className={fieldStyles.hint}>
				{`いまのプランでは${most}枚まで。1枚目が一覧とページの先頭に表示されます。追加や並べ替えは、すぐに公開ページへ反映されます。`}
			</p>
			{(asleep > 0 || photos.length >= most) && (
				<p className={fieldStyles.hint}>
					{asleep > 0 && `プランの枚数を超えた${asleep}枚は休眠しています。消えていません。`}
					<Link to={plansPath()}>プランを変えると、載せられる枚数が増えます。</Link>
				</p>
			)}
			{photos.length < wishes.length && <Wishes />}
			{photos.length > 0 && (
				<ol className={styles.photos}>
					{photos.map((photo, index) => (
						<li key={photo.id}>
							<img src={photoPath(photo.token, 320, 'webp')} width="320" height="200" alt={photo.alt} loading="lazy" />
							<form method="post" action={action} className={formStyles.form} aria-label={`写真${index + 1}`}>
								<HiddenFields csrfToken={csrfToken} />
								<details className={styles.second}>
									<summary>{photo.alt === '' ? `写真${index + 1}に説明を付ける` : photo.alt}</summary>
									<InputField
										id={`alt-${photo.id}`}
										label={`写真${index + 1}の説明`}
										hint="写真が見えない方に読み上げられます。"
										name="alt"
										maxLength={ALT_LENGTH}
										defaultValue={photo.alt}
									/>
									<button type="submit" name="intent" value={`photoAlt:${photo.id}`} className="button" data-kind="quiet">
										説明を保存する
									</button>
								</details>
								<div className={styles.buttons}>
									<button
										type="submit"
										name="intent"
										value={`photoUp:${photo.id}`}
										className={styles.plain}
										disabled={index === 0}
										aria-label={`写真${index + 1}を前へ`}
									>
										前へ
									</button>
									<button
										type="submit"
										name="intent"
										value={`photoDown:${photo.id}`}
										className={styles.plain}
										disabled={index === photos.length - 1}
										aria-label={`写真${index + 1}を後ろへ`}
									>
										後ろへ
									</button>
									<button
										type="submit"
										name="intent"
										value={`photoRemove:${photo.id}`}
										className={styles.plain}
										aria-label={`写真${index + 1}を削除する`}
									>
										削除する
									</button>
								</div>
							</form>
						</li>
					))}
				</ol>
			)}
			{photos.length < most && (
				<form
					method="post"
					action={action}
					encType="multipart/form-data"
					className={formStyles.form}
					noValidate
					aria-label="写真の追加"
					onSubmit={holdTooLarge}
				>
					<HiddenFields csrfToken={csrfToken} />
					<InputField
						id="photo"
						label="写真のファイル"
						hint="JPEG・PNG・WebP・AVIF。1枚10MBまで、一度に送れるのは合計10MBまでです。撮影した場所などの情報は取り除きます。"
						error={error}
						type="file"
						accept="image/jpeg,image/png,image/webp,image/avif"
						multiple
					/>
					<InputField id="new-alt" label="写真の説明" optional name="alt" maxLength={ALT_LENGTH} />
					<div>
						<button type="submit" name="intent" value="photoAdd" className="button" data-kind="quiet">
							写真を追加する
						</button>
					</div>
				</form>
			)}
		</>
	)
}

const wishes = [
	{ title: '応対する方', text: '顔が分かり、明るい場所で写したもの。お一人でも、皆さんでも。', Drawing: PersonDrawing },
	{ title: '室内', text: '机や相談の席が写ったもの。書類や画面の文字が写らないようにします。', Drawing: RoomDrawing },
] as const

/** The two pictures that help a visitor most, in the proportions in which pages show them. */
function Wishes() {
	return (
		<section aria-labelledby="photo-wishes">
			<h2 id="photo-wishes">まず、この2枚をお願いします</h2>
			<p className={fieldStyles.hint}>横16：縦10の横長の写真が、切れずに表示されます（例：1,600×1,000ピクセル）。</p>
			<ul className={styles.wishes}>
				{wishes.map(({ title, text, Drawing }) => (
					<li key={title}>
						<Drawing />
						<strong>{title}</strong>
						<span>{text}</span>
					</li>
				))}
			</ul>
		</section>
	)
}

function PersonDrawing() {
	return (
		<svg viewBox="0 0 160 100" aria-hidden="true">
			<path d="M80 22a17 17 0 1 1 0 34 17 17 0 0 1 0-34zM42 100c2-26 16-36 38-36s36 10 38 36z" />
		</svg>
	)
}

function RoomDrawing() {
	return (
		<svg viewBox="0 0 160 100" aria-hidden="true">
			<path d="M18 16h52v36H18zM40 66h80v6H40zM46 72h5v22h-5zM109 72h5v22h-5zM92 20h50v4H92zM96 6h6v14h-6zM106 8h5v12h-5zM116 5h7v15h-7zM22 78c0-8 12-8 12 0v16H22zM126 78c0-8 12-8 12 0v16h-12z" />
		</svg>
	)
}
