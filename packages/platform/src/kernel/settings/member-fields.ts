/** A field of the shop's own about its members. */
export interface MemberFieldSettings {
  readonly key: string
  readonly name: string
  readonly type: 'TEXT' | 'NUMBER' | 'DATE' | 'URL' | 'CHECKBOX'
}
