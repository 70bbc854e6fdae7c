/**
 * One or two letters that stand for the owner of an address, in capitals: "ann.example@…" gives "AE". Empty
 * where the address has no letter or digit before its "@".
 */
export function initialsOf(email: string): string {
  const [localPart = ""] = email.split("@");
  const words = localPart.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? "");
  return letters.join("").toLocaleUpperCase("en-US");
}
