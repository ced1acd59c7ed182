/** Keeps letters beyond ASCII: browsers encode them, and a page weighs less. */
export function queryText(text: string): string {
	return text.replace(/[\s"%&+#<>'\\]/g, encodeURIComponent)
}
