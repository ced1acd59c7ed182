/** A text in the query of a link. Letters beyond ASCII stay: browsers encode them, and a page weighs less. */
export function queryText(text: string): string {
	return text.replace(/[\s"%&+#<>'\\]/g, encodeURIComponent)
}
