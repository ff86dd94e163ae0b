//! Files and folders that appear whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use kumalak_train::{create_folder_atomic, write_atomic};

fn names(folder: &Path) -> Vec<String> {
    let mut names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect::<Vec<_>>();
    names.sort();
    names
}

#[test]
fn a_file_replaces_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    write_atomic(&path, |file| file.write_all(b"old")).unwrap();
    write_atomic(&path, |file| file.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn a_failed_write_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    write_atomic(&path, |file| file.write_all(b"old")).unwrap();
    let error = write_atomic(&path, |file| {
        file.write_all(b"half of the new")?;
        Err(io::Error::other("no space"))
    })
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("cannot write {}: no space", path.display())
    );
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("missing/a.txt");
    assert!(
        write_atomic(&path, |_| Ok(()))
            .unwrap_err()
            .to_string()
            .starts_with("cannot write ")
    );
    assert!(create_folder_atomic(&path, |_| Ok(())).is_err());
    assert!(write_atomic(Path::new("/"), |_| Ok(())).is_err());
}

#[test]
fn a_folder_appears_with_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("step-1");
    create_folder_atomic(&path, |partial| {
        assert!(!path.exists());
        fs::write(partial.join("a"), "1")?;
        fs::write(partial.join("b"), "2")
    })
    .unwrap();
    assert_eq!(names(&path), ["a", "b"]);
    assert_eq!(names(folder.path()), ["step-1"]);
}

#[test]
fn leftovers_of_a_killed_program_are_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".step-1.partial")).unwrap();
    fs::write(folder.path().join(".step-1.partial/old"), "x").unwrap();
    let path = folder.path().join("step-1");
    create_folder_atomic(&path, |partial| fs::write(partial.join("a"), "1")).unwrap();
    assert_eq!(names(&path), ["a"]);
    assert_eq!(names(folder.path()), ["step-1"]);
}

#[test]
fn a_folder_is_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("step-1");
    fs::create_dir(&path).unwrap();
    fs::write(path.join("precious"), "1").unwrap();
    let error = create_folder_atomic(&path, |_| Ok(())).unwrap_err();
    assert_eq!(error.source.kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(names(&path), ["precious"]);
}

#[test]
fn a_failed_folder_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("step-1");
    create_folder_atomic(&path, |partial| {
        fs::write(partial.join("a"), "1")?;
        Err(io::Error::other("no space"))
    })
    .unwrap_err();
    assert!(names(folder.path()).is_empty());
}
