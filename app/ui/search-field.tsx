import { fieldKinds } from './form/field-kinds.ts'
import { Icon } from './icon.tsx'
import { PageStyle } from './inline.tsx'
import searchFieldCss from './styles/search-field.css?inline'

interface SearchFieldProps {
	name: string
	/** For customers who do not see the placeholder. */
	label: string
	placeholder: string
	defaultValue: string
	maxLength: number
}

/** The magnifier is its button. Stands in a form with method get. */
export function SearchField({ label, ...input }: SearchFieldProps) {
	return (
		<div className="search">
			<PageStyle css={searchFieldCss} />
			<button type="submit" aria-label="Search">
				<Icon name="search" />
			</button>
			<input className="input" {...fieldKinds.search} aria-label={label} {...input} />
		</div>
	)
}
