import { describe, expect, test } from "vitest";
import { createCookieJar } from "./cookie-jar.server";

describe("a request's cookies", () => {
  test("are listed in order, with the changes of this request", () => {
    const jar = createCookieJar("a=1; b=2", false);
    jar.set("c", "3", {});
    jar.remove("a");
    expect(jar.all()).toEqual([
      { name: "b", value: "2" },
      { name: "c", value: "3" },
    ]);
  });

  test("are HttpOnly and SameSite, and Secure on https", () => {
    const jar = createCookieJar(null, true);
    jar.set("a", "1", { maxAgeS: 60 });
    expect(jar.setCookieHeaders()).toEqual([
      "__Host-a=1; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
  });

  test("cannot be set by another host of the domain on https", () => {
    const jar = createCookieJar("a=planted; __Host-a=mine; b=planted", true);
    expect(jar.all()).toEqual([{ name: "a", value: "mine" }]);
  });

  test("are sent once each, with the last change", () => {
    const jar = createCookieJar("a=1", false);
    jar.set("a", "2", {});
    jar.remove("a");
    expect(jar.setCookieHeaders()).toEqual(["a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
  });

  test("are unchanged after the changes are discarded", () => {
    const jar = createCookieJar("a=1", false);
    jar.remove("a");
    jar.discardChanges();
    expect(jar.setCookieHeaders()).toEqual([]);
    expect(jar.all()).toEqual([{ name: "a", value: "1" }]);
  });
});
