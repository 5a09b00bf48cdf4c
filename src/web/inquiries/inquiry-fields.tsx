import { fileTypes, MAX_FILES } from '../../domain/inquiries/inquiry-input.ts'
import { InputField } from '../forms/field.tsx'
import styles from './inquiry.module.css'

/** Files that go with a message. */
export function FilesField({ error }: { error: string | undefined }) {
	return (
		<InputField
			id="files"
			label="ファイル"
			optional
			hint={`PDF・JPEG・PNG・WebP。${MAX_FILES}つまで、1つ5MB・合わせて11MBまで。相手だけが受け取れます。PDFはページの画像だけのPDFにして渡します（文字の選択やリンクは使えなくなります）。画像に含まれる撮影場所などの情報は取り除きます。`}
			error={error}
			className={styles.file}
			type="file"
			accept={fileTypes}
			multiple
		/>
	)
}
