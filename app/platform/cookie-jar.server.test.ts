import { describe, expect, test } from "vitest";
import { createCookieJar } from "./cookie-jar.server";

describe("a request's cookies", () => {
  test("are read in order, with what this request has changed since", () => {
    const jar = createCookieJar("a=1; b=2", false);
    jar.set("c", "3", {});
    jar.remove("a");
    expect(jar.all()).toEqual([
      { name: "b", value: "2" },
      { name: "c", value: "3" },
    ]);
  });

  test("are kept from scripts and other sites, and on https from plain connections", () => {
    const jar = createCookieJar(null, true);
    jar.set("a", "1", { maxAgeS: 60 });
    expect(jar.setCookieHeaders()).toEqual([
      "__Host-a=1; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
    ]);
  });

  test("can be set by no other host of the domain, where the site is served over https", () => {
    const jar = createCookieJar("a=planted; __Host-a=mine; b=planted", true);
    expect(jar.all()).toEqual([{ name: "a", value: "mine" }]);
  });

  test("are set once each, whatever was tried in between", () => {
    const jar = createCookieJar("a=1", false);
    jar.set("a", "2", {});
    jar.remove("a");
    expect(jar.setCookieHeaders()).toEqual(["a=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax"]);
  });

  test("stay with the browser when the changes are taken back", () => {
    const jar = createCookieJar("a=1", false);
    jar.remove("a");
    jar.discardChanges();
    expect(jar.setCookieHeaders()).toEqual([]);
    expect(jar.all()).toEqual([{ name: "a", value: "1" }]);
  });
});
