/** Words for "there is none" in the languages of forms, as `core` makes them; no usual names, as Nic is one. */
const words = new Set(
  [
    // What programs write.
    'undefined null nil none nan void false na unknown unavailable empty objectobject',
    // English.
    'nothing no notapplicable notavailable notprovided notset notspecified noneprovided anonymous idontknow dontknow',
    'unspecified noemail nomail nodomain nowebsite nolinkedin noprofile noaccount nophone donthave donthaveone idonthaveone tbd tba hidden private confidential missing',
    // German.
    'kein keine keiner keines ohne nichts nein leer unbekannt keineangabe keineangaben keineemail ka nichtvorhanden entfallt',
    // French, Spanish, Italian, Portuguese.
    'aucun aucune rien neant non inconnu nonrenseigne sansobjet vide nc nd',
    'ninguno ninguna nadie desconocido desconocida vacio notengo notiene nodisponible noaplica sincorreo',
    'nessuno nessuna niente nulla sconosciuto vuoto nondisponibile',
    'nenhum nenhuma desconhecido vazio nao naotem naotenho naodisponivel naoseaplica',
    // Dutch, Polish, Czech.
    'geen niets nee onbekend leeg nvt',
    'brak zaden zadna zadne nieznany niedotyczy nie',
    'zadny neznamy neznamo nevyplneno',
    // Swedish, Danish, Norwegian, Finnish.
    'ingen inget inga ingenting intet okand ukendt ukjent saknas mangler nej nei',
    'ei eimitaan eiole tuntematon tyhja',
    // Hungarian, Romanian, Croatian, Slovenian, Estonian.
    'nincs ismeretlen niciunul niciuna necunoscut necunoscuta nepoznato neznano puudub',
    // Turkish, Vietnamese, Indonesian.
    'yok hicbiri bilinmiyor bilgiyok hayir không khôngcó tidakada',
    // Greek, Hebrew, Arabic, Persian, Thai, Hindi.
    'κανένα κανένας δενυπάρχει άγνωστο אין לא לאידוע لايوجد غيرمعروف لا ندارد ไม่มี नहीं नहींहै',
    // Russian, Ukrainian, Bulgarian.
    'нет нету няма неизвестно неизвестен неизвестный пусто отсутствует немає невідомо',
    // Japanese, Chinese, Korean.
    'なし ナシ 特になし 無し 無 ない 不明 該当なし 未定 未入力',
    '无 没有 沒有 没有邮箱 未知 不详 暂无 没 沒 空 未填写 未填寫',
    '없음 없다 없습니다 모름 해당없음',
  ].flatMap((line) => line.split(' ').map(core)),
);

/**
 * What people and forms put in place of a name: as a handle, or on both sides of an `@`. Alone it may be a mailbox, a
 * company or a word, so it does not stand for nothing. None of them is a usual name, as Muster and Foo are.
 */
const samples = new Set(
  [
    'test tests testing example dummy fake sample asdf qwerty',
    'user username name yourname you youremail email domain yourdomain company yourcompany',
    'yourusername yourhandle yourprofile handle firstname lastname firstnamelastname vanityname',
    // German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech.
    'beispiel benutzername deinname ihrname vornamenachname exemple nomdutilisateur votrenom prenomnom',
    'ejemplo prueba nombredeusuario tunombre esempio prova nomeutente exemplo teste nomedeusuario seunome',
    'voorbeeld gebruikersnaam jouwnaam przyklad priklad',
    // Scandinavian and Finnish, Russian, Japanese, Chinese, Korean.
    'exempel eksempel esimerkki пример тест テスト 例 测试 測試 示例 테스트 예시',
  ].flatMap((line) => line.split(' ').map(core)),
);

/** The words that programs put in place of a value, which also stand within an address. */
const fillers = new Set(
  'undefined null nil none nan na false unknown unavailable noemail nomail objectobject'.split(' '),
);

/** The letters and digits of a text, in lower case and without accents: `N/A` is `na`. */
function core(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .normalize('NFKC');
}

/** Whether a text has a dot within a word: `no.ne` is a host, and `n.a.` is an abbreviation. */
const isDotted = (text: string) => /[^\s.][^\s.]\.+[^\s.]|[^\s.]\.+[^\s.][^\s.]/u.test(text);

/** Whether a text stands for nothing: `none`, `N/A`, `-`, `unbekannt`, `なし`, zeros, crosses. Not an empty one. */
export function isNothing(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 40 || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(trimmed)) return false;
  // Most emails end here.
  if (isDotted(trimmed) && /[1-9a-z]/i.test(trimmed)) return false;
  const letters = core(trimmed);
  // `+0` is a number.
  if (/^0*$/.test(letters)) return !/\+\d/.test(trimmed);
  return (words.has(letters) || /^xx+$/.test(letters)) && !isDotted(trimmed);
}

/** Whether a text has a template that nobody has filled in: `{{email}}`, `${email}`, `<%= email %>`, `%EMAIL%`, `*|EMAIL|*`. */
export const hasTemplate = (text: string): boolean =>
  /[{}]|<(?:[\w.-]+>|[%?])|%(?:[A-Z_]{3,}|[a-z_]{3,})%|\*\|.*\|\*|^\[.+\]$/s.test(text);

/** Whether the name in an address is a word in place of one: the handle of `/in/undefined` and `/in/username`. */
export function isFiller(part: string): boolean {
  const letters = core(part);
  return (fillers.has(letters) || (samples.has(letters) && !hasTemplate(part))) && !isDotted(part);
}

/** Whether a text stands for no address: `n/a`, `https://n/a`, and `https://` or `www.` alone. */
export const isNoAddress = (text: string): boolean =>
  isNothing(text.trim().replace(/^https?:\/\//i, '')) ||
  /^(?:https?:\/*(?:www\.?)?|www\.?)$/i.test(text.trim());
